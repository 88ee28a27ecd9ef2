import type { Check } from './check.ts'
import { audioChecks } from './checks/audio.ts'
import { backupChecks } from './checks/backups.ts'
import { clockChecks } from './checks/clock.ts'
import { consumerChecks } from './checks/consumers.ts'
import { indexChecks } from './checks/indexes.ts'
import { kafkaChecks } from './checks/kafka.ts'
import { mongoChecks } from './checks/mongo.ts'
import { processChecks } from './checks/processes.ts'
import { redisChecks } from './checks/redis.ts'
import { secretChecks } from './checks/secrets.ts'
import { settingChecks } from './checks/settings.ts'
import { stripeChecks } from './checks/stripe.ts'
import { vendorChecks } from './checks/vendors.ts'
import { waitingChecks } from './checks/waiting.ts'

/** Every check, from causes to effects: of rows that failed the first is the one to begin with. */
export const checks: readonly Check[] = [
  ...mongoChecks,
  ...indexChecks,
  ...kafkaChecks,
  ...consumerChecks,
  ...redisChecks,
  ...audioChecks,
  ...clockChecks,
  ...secretChecks,
  ...settingChecks,
  ...processChecks,
  ...vendorChecks,
  ...stripeChecks,
  ...waitingChecks,
  ...backupChecks,
]
