import { expect, test } from 'vitest'
import { Membership } from '../src/consume/membership.ts'

/** `a` attempts to join, `j:id` joins under that id, `r` resets for a new consumer. @returns what the last join returned */
function after(steps: string): boolean {
  const membership = new Membership()
  let isContinued = false
  for (const step of steps.split(' ')) {
    if (step === 'a') membership.attempt()
    else if (step === 'r') membership.reset()
    else isContinued = membership.join(step.slice(2))
  }
  return isContinued
}

test.each([
  ['a j:m1', false, 'the first join continues nothing'],
  ['a j:m1 a j:m1', true, 'the next join of the same member continues it'],
  ['a j:m1 a a j:m1', false, 'two attempts may have missed a generation'],
  ['a j:m1 a j:m2', false, 'another id is another member'],
  ['a j:m1 r a j:m1', false, 'a rebuilt consumer continues nothing'],
])('%s: %s, since %s', (steps, isContinued) => {
  expect(after(steps)).toBe(isContinued)
})

test('partitions are owned under the id of the generation before', () => {
  const membership = new Membership()
  membership.join('m1')
  expect(membership.attempt()).toBe('m1')
})
