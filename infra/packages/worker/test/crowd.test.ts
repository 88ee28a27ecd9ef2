import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { openStage } from './support/open-stage.ts'

const { aGroup, aJob, openMember, present, waitInClaims, worker } = await openStage()

test('an account with two thousand steps that wait delays nobody: the step of another account is among the next', async () => {
  await present.bus.close()
  const [crowd, other] = [randomUUID(), aJob(async () => ({ reply: 'Soon' }))]
  await waitInClaims(crowd, 2_000)
  const begun: string[] = []
  const usual = worker()
  const group = await aGroup()
  await openMember({ slots: 2 }, group, {
    ...usual,
    async execute(data, context) {
      begun.push(context.about.userId)
      if (context.about.userId === crowd) await pause(20)
      return usual.execute(data, context)
    },
  })
  await eventually('the crowd is worked off', () => begun.length > 4)
  const before = begun.length
  await other.ask()
  await eventually('it waits or is done', async () => (await other.claimDocument()) !== null)
  const asked = begun.length
  await other.reported(ReplyWritten.type)
  expect(before).toBeLessThan(1_800)
  // Steps that had their slots or were leased when it was asked, at most.
  expect(begun.indexOf(other.userId) - asked).toBeLessThan(10)
})

test('accounts that wait have the same number of turns, over replicas that take from the same queue', async () => {
  await present.bus.close()
  const [many, asMany, few] = [randomUUID(), randomUUID(), randomUUID()]
  await Promise.all([waitInClaims(many, 60), waitInClaims(asMany, 60), waitInClaims(few, 6)])
  const begun: string[] = []
  const usual = worker()
  const counted: typeof usual = {
    ...usual,
    async execute(data, context) {
      begun.push(context.about.userId)
      await pause(5)
      return usual.execute(data, context)
    },
  }
  for (let replica = 0; replica < 3; replica++) await openMember({ slots: 2 }, await aGroup(), counted)
  await eventually('all are done', () => begun.length === 126)
  const firstTurns = begun.slice(0, 30)
  const turnsOf = (account: string) => firstTurns.filter((userId) => userId === account).length
  expect(turnsOf(few)).toBe(6)
  expect(Math.abs(turnsOf(many) - turnsOf(asMany))).toBeLessThan(8)
})
