import { mongo } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { type Command, refusalOf } from '../src/commands/refusal-of.ts'

const update = (u: unknown, q: unknown = { _id: 'a' }, more = {}) => ({ update: 'jobs', updates: [{ q, u, ...more }] })
const index = (options: object) => ({ createIndexes: 'jobs', indexes: [{ name: 'i', key: { a: 1 }, ...options }] })

describe('a command is refused by its name, collection and reason', () => {
  test.for<[Command, string]>([
    [update({ $set: { a: 1, 'a.b': 2 } }), 'update of jobs: $set of a.b conflicts with a'],
    [update({ $set: { 'a.b': 1 }, $unset: { a: 1 } }), 'update of jobs: $unset of a conflicts with a.b'],
    [update({ $set: { a: 1 }, $inc: { a: 1 } }), 'update of jobs: $inc of a conflicts with a'],
    [update({ $set: { a: 1 }, $min: {} }), 'update of jobs: $min is empty, which is an error before 5.0'],
    [update({ $set: { a: 1 }, b: 2 }), 'update of jobs: operators beside fields'],
    [update({ $put: { a: 1 } }), 'update of jobs: $put is no operator of an update'],
    [update({ $set: { 'a..b': 1 } }), "update of jobs: $set of 'a..b', which has an empty part"],
    [update({ $set: { 'a.$b': 1 } }), 'update of jobs: $set of a.$b'],
    [update({ $set: { _id: 'b' } }), 'update of jobs: $set of _id'],
    [update({ $inc: { a: '1' } }), 'update of jobs: $inc of a by no number'],
    [update({ $push: { a: { $each: [1], $limit: 2 } } }), 'update of jobs: $limit is no modifier of $push'],
    [update({ $set: { a: null } }), 'update of jobs: null is written to a'],
    [update({ $set: { a: { b: undefined } } }), 'update of jobs: null is written to a.b'],
    [update({ a: [{ b: null }] }), 'update of jobs: null is written to a.0.b'],
    [
      update({ $set: { 'a.b': 1 } }, { a: { c: 1 } }, { upsert: true }),
      'update of jobs: a.b conflicts with a, which the insertion takes from the filter',
    ],
    [
      { findAndModify: 'jobs', query: {}, update: { $set: { a: null } } },
      'findAndModify of jobs: null is written to a',
    ],
    [{ insert: 'jobs', documents: [{ _id: 1, a: null }] }, 'insert of jobs: null is written to a'],
    [{ find: 'jobs', filter: { $or: [{ a: { $regex: 'b\0' } }] } }, 'find of jobs: a NUL in $or.0.a.$regex'],
    [{ delete: 'jobs', deletes: [{ q: { a: { $in: 1 } } }] }, 'delete of jobs: a.$in is no list'],
    [{ aggregate: 'jobs', pipeline: [{ $match: { a: { $regex: '\0' } } }] }, 'aggregate of jobs: a NUL in a.$regex'],
    [{ getMore: 1, collection: 'jobs', maxTimeMS: 4 }, 'getMore of 1: maxTimeMS is for cursors that await data'],
    [{ insert: 'jobs', documents: [], readConcern: {} }, 'insert of jobs: it takes no readConcern'],
    [{ find: 'jobs', writeConcern: { w: 1 } }, 'find of jobs: it takes no writeConcern'],
    [index({ dropDups: true }), 'createIndexes of jobs: dropDups is no option of an index'],
    [index({ sparse: true, partialFilterExpression: { a: 1 } }), 'createIndexes of jobs: i is sparse and partial'],
    [index({ partialFilterExpression: { a: { $ne: 1 } } }), 'createIndexes of jobs: $ne in a partial filter'],
    [
      index({ partialFilterExpression: { a: { $exists: false } } }),
      'createIndexes of jobs: $exists: false in a partial filter',
    ],
  ])('%j', ([command, refusal]) => expect(refusalOf(command)).toBe(refusal))
})

describe('a command is accepted', () => {
  test.for<Command>([
    update({ $set: { a: 1, ab: 2, 'b.c': new Date() }, $inc: { n: mongo.Long.fromNumber(1) }, $unset: { d: null } }),
    update({ $push: { a: { $each: [1], $slice: -5 } } }),
    update({ $set: { 'a.$[one].b': 1 } }),
    update({ $set: { b: 1 }, $setOnInsert: { _id: 'a' } }, { _id: 'a', b: { $exists: false } }, { upsert: true }),
    update([{ $set: { a: null } }]),
    { insert: 'jobs', documents: [{ _id: 'a', metadata: { 'b%2Ec': null } }] },
    { update: 'usage', updates: [{ q: {}, u: { $set: { rows: [{ keyId: null, calls: 1 }] } } }] },
    { update: 'deliveries', updates: [{ q: {}, u: { $push: { attempts: { $each: [{ status: null }] } } } }] },
    { find: 'jobs', filter: { a: null, b: { $in: [] }, c: { $regex: 'b' } }, readConcern: { level: 'majority' } },
    { getMore: 1, collection: 'jobs' },
    index({ unique: true, partialFilterExpression: { a: { $exists: true }, b: 'c' } }),
    { hello: 1 },
  ])('%j', (command) => expect(refusalOf(command)).toBeUndefined())
})
