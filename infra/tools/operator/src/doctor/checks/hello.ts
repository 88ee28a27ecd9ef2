import type { mongo } from 'mongoose'

/** The answer of a server about itself and its set. `isStandIn`: the one that takes MongoDB's place where none can be had, which knows less. */
export type Hello = {
  isStandIn: boolean
  setName?: string
  primary?: string
  hosts?: string[]
  msg?: string
  localTime?: unknown
}

const unknownCommand = 59

export async function helloOf(client: mongo.MongoClient): Promise<Hello> {
  const admin = client.db('admin')
  try {
    return { ...(await admin.command({ hello: 1 })), isStandIn: false }
  } catch (error) {
    if ((error as { code?: number }).code !== unknownCommand) throw error
    return { ...(await admin.command({ isMaster: 1 })), isStandIn: true }
  }
}
