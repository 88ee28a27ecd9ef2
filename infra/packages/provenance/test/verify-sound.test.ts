import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeSigningKey, signingKeysIn } from '../src/signing-keys.ts'
import { runOf, sha256Of } from '../src/sound-runs.ts'
import { createStatements } from '../src/statements.ts'
import { verifySound } from '../src/verify-sound.ts'
import { soundTag } from '../src/write-tag.ts'

const statements = createStatements(signingKeysIn(makeSigningKey()))
const others = createStatements(signingKeysIn(makeSigningKey()))

/** A statement of a sound of two runs, and the sound. */
function aSound(frames = 20, by = statements) {
  const [head, sound] = [randomBytes(384), randomBytes(384 * frames)]
  const said = {
    ...{ v: 1 as const, kind: 'sound' as const, job: 'j', provider: 'local', voice: 'one' },
    textHash: sha256Of('Hello.'),
    sound: [head, sound].map(runOf),
    at: '2030-01-01T00:00:00.000Z',
  }
  const tag = soundTag({ generated: 'Utter', statement: by.sign(said) })
  return { said, tag, sound: Buffer.concat([head, sound]), mp3: Buffer.concat([tag, head, sound]) }
}

const inParts = async function* (bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const verify = (mp3: Buffer, size = 4_096) => verifySound(inParts(mp3, size), statements)

test.each([1, 7, 384, 1_000_000])('a whole sound is ours, in parts of %i bytes', async (size) => {
  const { said, mp3 } = aSound()
  expect(await verify(mp3, size)).toEqual(said)
})

test('any byte of the sound that is another one is found', async () => {
  const { mp3, tag } = aSound(2)
  for (let at = tag.length; at < mp3.length; at += 97) {
    const changed = Buffer.from(mp3)
    changed.writeUInt8((changed[at] ?? 0) ^ 1, at)
    expect(await verify(changed)).toBe('sound_changed')
  }
})

test('a sound that ends early, or goes on', async () => {
  const { mp3, tag } = aSound()
  expect(await verify(mp3.subarray(0, -1))).toBe('cut_short')
  expect(await verify(tag)).toBe('cut_short')
  expect(await verify(Buffer.concat([mp3, Buffer.alloc(1)]))).toBe('longer')
})

test.each([1, 20, 40])('the tag of another sound, before one of %i frames', async (frames) => {
  const [one, other] = [aSound(), aSound(frames)]
  expect(await verify(Buffer.concat([one.tag, other.sound]))).toBe('other_sound')
})

test('a key of another platform, and a statement that nobody has signed', async () => {
  expect(await verify(aSound(2, others).mp3)).toBe('unknown_key')
  const { said, sound } = aSound()
  const [header, , signature] = statements.sign(said).split('.')
  const forged = Buffer.from(JSON.stringify({ ...said, voice: 'two' })).toString('base64url')
  for (const statement of [`${header}.${forged}.${signature}`, `${header}.${forged}.`, 'a.b.c', ''])
    expect(await verify(Buffer.concat([soundTag({ generated: '', statement }), sound]))).toBe('mark_changed')
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a sound alone', aSound().sound],
  ['a tag without a statement', Buffer.concat([soundTag({ generated: 'Utter' }), aSound().sound])],
  ['the beginning of a tag', aSound().tag.subarray(0, 40)],
  ['a tag that is longer than its file', Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7fTXXX\xff\xff\xff\xff\0\0', 'latin1')],
  ['frames of no size', Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\x40\0', 'latin1'), Buffer.alloc(9_000)])],
  ['a tag of another version', Buffer.concat([Buffer.from('ID3\x02\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(30)])],
])('%s has no mark', async (_, mp3) => {
  for (const size of [1, 100_000]) expect(await verify(mp3, size)).toBe('no_mark')
})

test('a tag that an editor has written anew, in version 4 and with a picture, keeps its mark', async () => {
  const { said, sound } = aSound()
  const sevenBits = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 127))
  const frame = (id: string, body: Buffer) =>
    Buffer.concat([Buffer.from(id, 'latin1'), sevenBits(body.length), Buffer.alloc(2), body])
  const frames = Buffer.concat([
    frame('APIC', randomBytes(300_000)),
    frame('TXXX', Buffer.from(`\x03UTTER_STATEMENT\0${statements.sign(said)}`)),
    Buffer.alloc(2_000),
  ])
  const tag = Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), sevenBits(frames.length), frames])
  for (const size of [1_000, 1_000_000]) expect(await verify(Buffer.concat([tag, sound]), size)).toEqual(said)
})
