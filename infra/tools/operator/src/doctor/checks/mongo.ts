import { randomUUID } from 'node:crypto'
import { services } from '@utter/contracts/flow'
import { ConnectionString } from 'mongodb-connection-string-url'
import { type Check, type Finding, failed, inProduction, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { messageOf } from '../run-checks.ts'
import { helloOf } from './hello.ts'
import { whereToLook } from './places.ts'

const probes = 'doctor-probes'
const writeLimitMs = 2_000
const authenticationFailed = 18

/** A share of the disk, or a size in bytes, below which it is too little. */
const minFreeShare = 0.1

type Member = { name: string; health: number; stateStr: string }

export const mongoChecks: Check[] = [
  { name: 'mongodb: reached', examine: examineReached },
  { name: 'mongodb: TLS', examine: examineTls },
  { name: 'mongodb: replica set', examine: examineReplicaSet },
  { name: 'mongodb: write concern', examine: examineWriteConcern },
  ...services.map((service) => ({
    name: `mongodb: rights on ${service}`,
    examine: (examined: Examined) => examineRights(service, examined),
  })),
  { name: 'mongodb: free disk', examine: examineDisk },
  { name: 'mongodb: connections', examine: examineConnections },
]

async function examineReached({ stores, dataDir }: Examined): Promise<Finding> {
  try {
    const client = await stores.open('MongoDB')
    const { version } = await client.db('admin').command({ buildInfo: 1 })
    const { isStandIn } = await helloOf(client)
    return ok(isStandIn ? 'the server in its place answers' : `it answers, version ${version}`)
  } catch (error) {
    if ((error as { code?: number }).code === authenticationFailed)
      return failed('it refuses our user or its password', 'set MONGO_URL to the user and the password that it knows')
    return whereToLook(error, { store: 'MongoDB', variable: 'MONGO_URL', log: 'mongo', dataDir })
  }
}

async function examineTls({ settings, isProduction }: Examined): Promise<Finding> {
  if (!settings.MONGO_URL) return skipped('MONGO_URL is not set here')
  const { isSRV, searchParams } = new ConnectionString(settings.MONGO_URL)
  const written = searchParams.get('tls') ?? searchParams.get('ssl')
  if (written === 'true' || (isSRV && written !== 'false')) return ok('connections are encrypted')
  return inProduction(isProduction, 'connections are not encrypted', 'add tls=true to MONGO_URL, of every process')
}

async function examineReplicaSet({ stores, isProduction }: Examined): Promise<Finding> {
  const client = await stores.use('MongoDB')
  const [hello, admin] = [await helloOf(client), client.db('admin')]
  if (hello.msg === 'isdbgrid') return ok('sharded: its router answers')
  if (!hello.setName)
    return isProduction
      ? failed(
          'a server by itself, whose writes are lost with it',
          'start it with --replSet utter, then: mongosh "$MONGO_URL" --eval "rs.initiate()"',
        )
      : ok('a server by itself (not in production)')
  if (!hello.primary)
    return failed(
      `the set ${hello.setName} has no primary`,
      'start its members: mongosh "$MONGO_URL" --eval "rs.status()"',
    )
  const members = await admin.command({ replSetGetStatus: 1 }).then(
    (status) => status.members as Member[],
    () => undefined,
  )
  if (!members) return ok(`${hello.hosts?.length} members, primary ${hello.primary}; our user may not see their state`)
  const away = members.filter(({ health }) => health !== 1).map(({ name }) => name)
  const observed = `${members.length - away.length} of ${members.length} members, primary ${hello.primary}`
  if (away.length > 0) return warning(`${observed}; away: ${away.join(', ')}`, `start mongod on ${away.join(' and ')}`)
  return isProduction && members.length < 3
    ? warning(observed, 'mongosh "$MONGO_URL" --eval "rs.add(\'HOST:27017\')", until there are three')
    : ok(observed)
}

/** An update of nothing, which is acknowledged as every write: its answer waits for a majority. */
async function examineWriteConcern({ stores }: Examined): Promise<Finding> {
  const client = await stores.use('MongoDB')
  try {
    await client
      .db('account')
      .collection<{ _id: string }>('users')
      .updateOne(
        { _id: `doctor-${randomUUID()}` },
        { $set: { doctor: true } },
        { writeConcern: { w: 'majority', wtimeoutMS: writeLimitMs } },
      )
    return ok('a majority acknowledges writes')
  } catch (error) {
    return failed(
      `no majority acknowledges a write: ${messageOf(error)}`,
      'start the missing members: mongosh "$MONGO_URL" --eval "rs.status()"',
    )
  }
}

/** A document that is inserted and deleted in a collection of its own, which is dropped. */
async function examineRights(database: string, { stores }: Examined): Promise<Finding> {
  const collection = (await stores.use('MongoDB')).db(database).collection<{ _id: string }>(probes)
  const _id = randomUUID()
  try {
    await collection.insertOne({ _id })
    const { deletedCount } = await collection.deleteOne({ _id })
    return deletedCount === 1
      ? ok('we may insert and delete')
      : failed('a document that was inserted is not found', 'point MONGO_URL at one deployment, not at several')
  } catch (error) {
    const grant = `db.getSiblingDB("admin").grantRolesToUser("USER", [{role: "readWrite", db: "${database}"}])`
    return failed(`we may not write: ${messageOf(error)}`, `mongosh "$MONGO_URL" --eval '${grant}'`)
  } finally {
    await collection.drop().catch(() => {})
  }
}

async function examineDisk({ stores }: Examined): Promise<Finding> {
  const client = await stores.use('MongoDB')
  const { fsUsedSize, fsTotalSize } = await client.db('jobs').command({ dbStats: 1 })
  if (!fsTotalSize) return skipped('it does not say')
  const share = 1 - fsUsedSize / fsTotalSize
  const observed = `${Math.round(share * 100)} % are free`
  return share < minFreeShare
    ? failed(observed, 'give its volume more room, or remove what else is on it')
    : ok(observed)
}

async function examineConnections({ stores }: Examined): Promise<Finding> {
  const client = await stores.use('MongoDB')
  const { connections } = await client
    .db('admin')
    .command({ serverStatus: 1 })
    .catch(() => ({ connections: undefined }))
  if (connections?.available === undefined) return skipped('it does not say')
  const { current, available } = connections as { current: number; available: number }
  const observed = `${current} of ${current + available} are open`
  return available < current / 4
    ? warning(observed, 'start mongod with a higher --maxConns, and a limit of open files to match')
    : ok(observed)
}
