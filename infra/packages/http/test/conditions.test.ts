import { expect, test } from 'vitest'
import { preconditionOf, rangeOf } from '../src/conditions.ts'

const lastModified = new Date('1994-11-06T08:49:37.600Z')
const [before, same, after] = ['05', '06', '07'].map((day) => `${day} Nov 1994 08:49:37 GMT`)
const [older, equal, newer] = [`Sat, ${before}`, `Sun, ${same}`, `Mon, ${after}`]
const file = { etag: '"a"', lastModified }
const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

// RFC 9110, 13.2.2, by its steps.
test.each<[Record<string, string>, number, number?]>([
  [{}, 200],
  // 1. If-Match: strong, and before If-Unmodified-Since
  [{ 'If-Match': '"a"' }, 200],
  [{ 'If-Match': '"b", "a"' }, 200],
  [{ 'If-Match': '*' }, 200],
  [{ 'If-Match': '"b"' }, 412],
  [{ 'If-Match': 'W/"a"' }, 412],
  [{ 'If-Match': 'a' }, 412],
  [{ 'If-Match': '"a"', 'If-Unmodified-Since': older }, 200],
  [{ 'If-Match': '"b"', 'If-Unmodified-Since': newer }, 412],
  // 2. If-Unmodified-Since
  [{ 'If-Unmodified-Since': older }, 412],
  [{ 'If-Unmodified-Since': equal }, 200],
  [{ 'If-Unmodified-Since': newer }, 200],
  [{ 'If-Unmodified-Since': '1994-11-05' }, 200],
  // 3. If-None-Match: weak, and before If-Modified-Since
  [{ 'If-None-Match': '"a"' }, 304, 412],
  [{ 'If-None-Match': 'W/"a"' }, 304, 412],
  [{ 'If-None-Match': '"b",W/"a" , "c"' }, 304, 412],
  [{ 'If-None-Match': '*' }, 304, 412],
  [{ 'If-None-Match': '"b"' }, 200],
  [{ 'If-None-Match': '"a, b"' }, 200],
  [{ 'If-None-Match': '"b"', 'If-Modified-Since': newer }, 200],
  [{ 'If-None-Match': '"a"', 'If-Modified-Since': older }, 304, 412],
  // 4. If-Modified-Since, of a read alone
  [{ 'If-Modified-Since': older }, 200],
  [{ 'If-Modified-Since': equal }, 304, 200],
  [{ 'If-Modified-Since': newer }, 304, 200],
  [{ 'If-Modified-Since': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 304, 200],
  [{ 'If-Modified-Since': 'Sun Nov  6 08:49:37 1994' }, 304, 200],
  [{ 'If-Modified-Since': '2094-11-06T08:49:37Z' }, 200],
  [{ 'If-Modified-Since': 'yesterday' }, 200],
  // Steps together
  [{ 'If-Match': '"a"', 'If-None-Match': '"a"' }, 304, 412],
  [{ 'If-Match': '"b"', 'If-None-Match': '"b"' }, 412],
  [{ 'If-Unmodified-Since': newer, 'If-None-Match': '"a"' }, 304, 412],
])('the preconditions %j: %i', (headers, read, write = read) => {
  for (const method of ['GET', 'HEAD']) expect(preconditionOf({ method, headers: lower(headers) }, file)).toBe(read)
  expect(preconditionOf({ method: 'PUT', headers: lower(headers) }, file)).toBe(write)
})

test('a representation without validators has changed since every date, and is listed by * alone', () => {
  const of = (headers: Record<string, string>) => preconditionOf({ method: 'GET', headers: lower(headers) }, {})
  expect([of({ 'If-None-Match': '"a"' }), of({ 'If-None-Match': '*' }), of({ 'If-Match': '"a"' })]).toEqual([
    200, 304, 412,
  ])
  expect([of({ 'If-Modified-Since': newer }), of({ 'If-Unmodified-Since': older })]).toEqual([200, 200])
})

const now = new Date('1994-11-06T09:00:00Z')
const range = (headers: Record<string, string>, validators: object = file, method = 'GET', at = now) => {
  try {
    const found = rangeOf({ method, headers: lower(headers) }, { sizeBytes: 10, ...validators }, at)
    return found ? `${found.start}-${found.end}` : 'whole'
  } catch (error) {
    return error as object
  }
}
const outside = { status: 416, headers: { 'content-range': 'bytes */10' } }

// RFC 9110, 14.1.2 and 14.2.
test.each([
  ['bytes=0-0', '0-0'],
  ['bytes=2-4', '2-4'],
  ['bytes=7-', '7-9'],
  ['bytes=0-99', '0-9'],
  ['bytes=-3', '7-9'],
  ['bytes=-99', '0-9'],
  ['BYTES=2-4', '2-4'],
  ['bytes= ,2-4,', '2-4'],
  ['bytes=10-', outside],
  ['bytes=10-20', outside],
  ['bytes=-0', outside],
  ['bytes=10-,-0', outside],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=0-1,99-', 'whole'],
  ['bytes=4-2', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=1', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=+1-2', 'whole'],
  ['lines=1-2', 'whole'],
  ['of no sense', 'whole'],
])('the range %s of ten bytes', (header, expected) => {
  if (typeof expected === 'string') expect(range({ Range: header })).toBe(expected)
  else expect(range({ Range: header })).toMatchObject(expected)
})

test('a range is of a GET alone', () => expect(range({ Range: 'bytes=2-4' }, file, 'HEAD')).toBe('whole'))

// RFC 9110, 13.1.5.
test.each([
  ['"a"', '2-4'],
  ['"b"', 'whole'],
  ['W/"a"', 'whole'],
  ['*', 'whole'],
  ['"a", "b"', 'whole'],
  [equal, '2-4'],
  [older, 'whole'],
  [newer, 'whole'],
  ['of no sense', 'whole'],
])('If-Range: %s', (header, expected) => {
  expect(range({ Range: 'bytes=2-4', 'If-Range': header })).toBe(expected)
})

test('If-Range holds for no weak mark, and for no date of the present second', () => {
  expect(range({ Range: 'bytes=2-4', 'If-Range': 'W/"a"' }, { etag: 'W/"a"' })).toBe('whole')
  expect(range({ Range: 'bytes=2-4', 'If-Range': equal }, file, 'GET', lastModified)).toBe('whole')
  // A range outside of another representation is no fault.
  expect(range({ Range: 'bytes=99-', 'If-Range': '"b"' })).toBe('whole')
})
