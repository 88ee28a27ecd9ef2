import mongoose, { type Connection } from 'mongoose'
import { inject } from 'vitest'
import { nameOfDatabase } from '../setup/databases.ts'
import { type Asked, isBounded } from './bounded.ts'
import { type Index, isServed, type Question } from './served-by-index.ts'

type Command = Record<string, unknown> & {
  filter?: Question['filter']
  query?: Question['filter']
  /** As the driver keeps it. */
  sort?: Map<string, unknown> | Question['sort']
  pipeline?: Record<string, Question['filter']>[]
  updates?: { q: Question['filter']; multi?: boolean }[]
  deletes?: { q: Question['filter']; limit: number }[]
  limit?: number
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
  const recorded: { collection: string; question: Asked }[] = []
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
    /** Each question whose work grows with its account, or with time, from this one on. */
    unbounded: (first: number) =>
      recorded
        .slice(first)
        .filter(({ question }) => !isBounded(question))
        .map(({ collection, question }) => `${collection}: ${JSON.stringify(question)}`),
    close: () => connection.close(),
  }
}

function questionsOf(name: string, { filter, query, sort, pipeline, updates, deletes, limit }: Command): Asked[] {
  const order = sort instanceof Map ? Object.fromEntries(sort) : sort
  if (name === 'find') return [{ filter: filter ?? {}, sort: order, ...(!limit && { all: 'read' as const }) }]
  if (name === 'findAndModify') return [{ filter: query ?? {}, sort: order }]
  if (name === 'count' || name === 'distinct') return [{ filter: query ?? {} }]
  if (name === 'aggregate') return [{ filter: pipeline?.[0]?.$match ?? {} }]
  return [
    ...(updates ?? []).map(({ q, multi }): Asked => ({ filter: q, ...(multi && { all: 'written' as const }) })),
    ...(deletes ?? []).map(
      ({ q, limit: max }): Asked => ({ filter: q, ...(max === 0 && { all: 'written' as const }) }),
    ),
  ]
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
