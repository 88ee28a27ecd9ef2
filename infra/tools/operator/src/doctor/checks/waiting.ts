import { waitingLanes } from '@utter/contracts/claims'
import { type Service, services } from '@utter/contracts/flow'
import { nobody } from '@utter/storage/claim-document'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { wantedIndexes } from '../wanted-indexes.ts'
import { startCommand } from './places.ts'

const minute = 60_000
const maxUnpublishedMs = minute
const maxUnbegunMs = minute
const maxUncaredMs = 2 * minute
const maxDueMs = 5 * minute
const day = 24 * 60 * minute
/** No more is counted. */
const enough = 1_000
const limited = { limit: enough, maxTimeMS: 3_000 }

export const waitingChecks: Check[] = [
  ...services.map((service) => ({
    name: `waiting: unpublished changes of ${service}`,
    examine: (examined: Examined) => examineOutbox(service, examined),
  })),
  ...(['chat', 'speech'] as const).map((service) => ({
    name: `waiting: steps of ${service}`,
    examine: (examined: Examined) => examineClaims(service, examined),
  })),
  { name: 'waiting: webhooks', examine: examineDeliveries },
  { name: 'waiting: disabled webhooks', examine: examineDisabled },
]

/** The collections whose documents are marked until they are published: those with an index on the mark. */
const outboxesOf = (service: Service) =>
  Object.entries(wantedIndexes[service] ?? {})
    .filter(([, indexes]) => indexes.some(({ key }) => Object.keys(key)[0] === 'unpublishedSince'))
    .map(([collection]) => collection)

async function examineOutbox(service: Service, { stores, now, dataDir }: Examined): Promise<Finding> {
  const outboxes = outboxesOf(service)
  if (outboxes.length === 0) return skipped('it has none')
  const db = (await stores.use('MongoDB')).db(service)
  const before = new Date(now().getTime() - maxUnpublishedMs)
  const counts = await Promise.all(
    outboxes.map((name) => db.collection(name).countDocuments({ unpublishedSince: { $lt: before } }, limited)),
  )
  const count = counts.reduce((sum, one) => sum + one, 0)
  return count > 0
    ? failed(
        `${count} are older than a minute`,
        `mend Kafka where its rows say so; else ${startCommand(service, dataDir)}`,
      )
    : ok('none is older than a minute')
}

async function examineClaims(service: 'chat' | 'speech', { stores, now, dataDir }: Examined): Promise<Finding> {
  const claims = (await stores.use('MongoDB')).db(service).collection('claims')
  const ago = (ms: number) => new Date(now().getTime() - ms)
  const waits = { lane: { $in: [...waitingLanes] }, owner: nobody }
  const [waiting, slow, uncared] = await Promise.all([
    claims.countDocuments(waits, limited),
    claims.countDocuments({ ...waits, lane: 'fast', at: { $lt: ago(maxUnbegunMs) } }, limited),
    claims.countDocuments({ dueAt: { $lt: ago(maxUncaredMs) } }, limited),
  ])
  if (uncared > 0) return failed(`no process looks after ${uncared} that are overdue`, startCommand(service, dataDir))
  return slow > 0
    ? warning(
        `${slow} of the fast lane wait for more than a minute, of ${waiting} in all`,
        `docker compose up --detach --scale ${service}=2, or a higher ${service.toUpperCase()}_SLOTS`,
      )
    : ok(`${waiting} wait`)
}

async function examineDeliveries({ stores, now, dataDir }: Examined): Promise<Finding> {
  const deliveries = (await stores.use('MongoDB')).db('notifier').collection('deliveries')
  const due = { nextAttemptAt: { $lt: new Date(now().getTime() - maxDueMs) } }
  const count = await deliveries.countDocuments(due, limited)
  return count > 0
    ? warning(`${count} are due for more than 5 minutes`, startCommand('notifier', dataDir))
    : ok('none is late')
}

async function examineDisabled({ stores, now }: Examined): Promise<Finding> {
  const endpoints = (await stores.use('MongoDB')).db('notifier').collection('endpoints')
  const since = new Date(now().getTime() - day)
  const [all, recent] = await Promise.all([
    endpoints.countDocuments({ disabledAt: { $exists: true } }, limited),
    endpoints.countDocuments({ disabledAt: { $gte: since } }, limited),
  ])
  return recent > 0
    ? warning(
        `${recent} were disabled in the last day, ${all} in all`,
        'where they are of several accounts, let the notifier reach the world; an owner enables one by PUT /api/settings/webhook',
      )
    : ok(`${all} are disabled, none in the last day`)
}
