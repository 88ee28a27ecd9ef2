import mongoose, { type Connection } from 'mongoose'
import { inject } from 'vitest'
import { nameOfDatabase } from '../setup/databases.ts'
import { type Index, isServed, type Question } from './served-by-index.ts'

type Command = Record<string, unknown> & {
  filter?: Question['filter']
  query?: Question['filter']
  /** As the driver keeps it. */
  sort?: Map<string, unknown> | Question['sort']
  pipeline?: Record<string, Question['filter']>[]
  updates?: { q: Question['filter'] }[]
  deletes?: { q: Question['filter'] }[]
}

/** A connection to a database of this service's, on the run's server, that records its queries. */
export async function openWatched(service: string) {
  const connection = await mongoose
    .createConnection(inject('backing').MONGO_URL, {
      dbName: nameOfDatabase(`${service}-indexes`),
      autoIndex: false,
      autoCreate: false,
      retryWrites: false,
      monitorCommands: true,
    })
    .asPromise()
  const recorded: { collection: string; question: Question }[] = []
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    const collection = String(command[commandName])
    for (const question of questionsOf(commandName, command as Command)) recorded.push({ collection, question })
  })
  return {
    connection,
    /** How many questions were seen. */
    count: () => recorded.length,
    /** Each question that no index of its collection's schema serves. */
    unserved: () =>
      recorded
        .filter(({ collection, question }) => !isServed(question, indexesOf(connection, collection)))
        .map(({ collection, question }) => `${collection}: ${JSON.stringify(question)}`),
    close: () => connection.close(),
  }
}

function questionsOf(name: string, { filter, query, sort, pipeline, updates, deletes }: Command): Question[] {
  const order = sort instanceof Map ? Object.fromEntries(sort) : sort
  if (name === 'find') return [{ filter: filter ?? {}, sort: order }]
  if (name === 'findAndModify') return [{ filter: query ?? {}, sort: order }]
  if (name === 'count' || name === 'distinct') return [{ filter: query ?? {} }]
  if (name === 'aggregate') return [{ filter: pipeline?.[0]?.$match ?? {} }]
  return [...(updates ?? []), ...(deletes ?? [])].map(({ q }) => ({ filter: q }))
}

function indexesOf({ models }: Connection, collection: string): Index[] {
  const model = Object.values(models).find((one) => one.collection.name === collection)
  const declared = (model?.schema.indexes() ?? []).map(
    ([fields, { partialFilterExpression }]): Index => ({
      fields,
      partial: partialFilterExpression as Index['partial'],
    }),
  )
  return [{ fields: { _id: 1 } }, ...declared]
}
