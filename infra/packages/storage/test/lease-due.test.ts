import { openDatabase } from '@utter/testing/setup/databases'
import type { mongo } from 'mongoose'
import { expect, onTestFinished, test } from 'vitest'
import { type DueOptions, leaseDue } from '../src/lease-due.ts'

type Task = { _id: string; dueAt: Date }
type Tasks = mongo.Collection<Task>

const now = new Date('2026-03-20T12:00:00Z')
const later = (ms: number) => new Date(now.getTime() + ms)
const options: DueOptions<Task> = { field: 'dueAt', dueBy: now, now, limit: 10, leaseMs: 6_000 }

/** Three tasks that are due, and one that is not. */
async function openTasks(): Promise<Tasks> {
  const { connection, close } = await openDatabase('lease-due')
  onTestFinished(close)
  const tasks = connection.getClient().db(connection.name).collection<Task>('tasks')
  await tasks.insertMany([
    { _id: 'c', dueAt: now },
    { _id: 'a', dueAt: later(-3_000) },
    { _id: 'b', dueAt: later(-2_000) },
    { _id: 'young', dueAt: later(1) },
  ])
  return tasks
}
const idsOf = (leased: Task[]) => leased.map(({ _id }) => _id)

/** The same collection, for a process that comes to write only when it may. */
function slow(tasks: Tasks) {
  const found = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const collection: Tasks = Object.assign(Object.create(tasks), {
    bulkWrite: async (...args: Parameters<Tasks['bulkWrite']>) => {
      found.resolve()
      await free.promise
      return tasks.bulkWrite(...args)
    },
  })
  return { collection, found: found.promise, free: free.resolve }
}

test('of two that find the same documents the slower one, which writes after the other has its lease, gets none', async () => {
  const tasks = await openTasks()
  const { collection, found, free } = slow(tasks)
  const second = leaseDue(collection, options)
  await found
  expect(idsOf((await leaseDue(tasks, options)).leased)).toEqual(['a', 'b', 'c'])
  free()
  expect(await second).toEqual({ found: 3, leased: [] })
})

test('what was leased is due again when its lease is over', async () => {
  const tasks = await openTasks()
  await leaseDue(tasks, options)
  expect(await leaseDue(tasks, { ...options, dueBy: later(5_999), now: later(5_999) })).toMatchObject({ found: 1 })
  const { leased } = await leaseDue(tasks, { ...options, dueBy: later(7_000), now: later(7_000) })
  expect(idsOf(leased)).toEqual(['a', 'b', 'c'])
})
