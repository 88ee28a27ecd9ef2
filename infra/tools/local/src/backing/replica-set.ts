import mongoose from 'mongoose'
import { seriesOf } from './mongo-version.ts'

export const setName = 'utter'

type Answer = Record<string, unknown>
/** A command of the database `admin`. */
export type Ask = (command: Answer) => Promise<Answer>

/** As the server's `error_codes.yml` has them. */
const notYetInitialized = 94
/** The set knows its member by another address. */
const invalidReplicaSetConfig = 93

/**
 * Brings a replica set of one further, and says whether it takes writes. At its first start it is initiated; at a later one its member
 * has another port than the set knows, and nobody else is there who could tell it so.
 * @param member its present host and port
 */
export async function isPrimary(ask: Ask, member: string, version: string): Promise<boolean> {
  const { isWritablePrimary } = await ask({ hello: 1 })
  if (isWritablePrimary) {
    await useSeries(ask, seriesOf(version))
    return true
  }
  const status = await ask({ replSetGetStatus: 1 }).then(() => 0, codeOf)
  if (status === notYetInitialized)
    await ask({ replSetInitiate: { _id: setName, members: [{ _id: 0, host: member }] } })
  if (status === invalidReplicaSetConfig) {
    const { config } = (await ask({ replSetGetConfig: 1 })) as { config: { version: number } }
    await ask({
      replSetReconfig: { ...config, version: config.version + 1, members: [{ _id: 0, host: member }] },
      force: true,
    })
  }
  return false
}

/** Data of the series before is of this one from now on, so that the next series can read it. */
async function useSeries(ask: Ask, series: string): Promise<void> {
  const { featureCompatibilityVersion } = (await ask({ getParameter: 1, featureCompatibilityVersion: 1 })) as {
    featureCompatibilityVersion?: { version?: string }
  }
  if (featureCompatibilityVersion?.version !== series)
    await ask({ setFeatureCompatibilityVersion: series, confirm: true })
}

const codeOf = (error: { code?: number }): number => {
  if (error.code !== notYetInitialized && error.code !== invalidReplicaSetConfig) throw error
  return error.code
}

/**
 * Asks the member itself, whatever its set says.
 * @param address its host and port from here
 * @param member its host and port as it finds itself
 */
export async function isPrimaryAt(address: string, version: string, member = address): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(`mongodb://${address}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
  })
  try {
    return await isPrimary((command) => client.db('admin').command(command), member, version)
  } finally {
    await client.close()
  }
}
