import { randomUUID } from 'node:crypto'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { inject } from 'vitest'
import './provided.ts'

/** A new database on the run's server. @param name the beginning of its name */
export const openDatabase = (name: string, mongoUrl = inject('backing').MONGO_URL) =>
  openMongo(mongoUrl, nameOfDatabase(name), createLog('tests', 'silent'))

/** A name that no other test's database has. */
export const nameOfDatabase = (name: string) => `${name}-${randomUUID().slice(0, 8)}`
