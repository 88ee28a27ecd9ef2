import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { unlessThere } from '../src/model.ts'

const duplicate = { code: 11_000, index: 0 }
const full = { code: 14_031, index: 1 }
const severalWrites = (writeErrors: { code: number; index: number }[]) =>
  new mongo.MongoBulkWriteError({ message: 'x', code: 11_000, writeErrors: writeErrors as never }, {} as never)

test.for<[string, unknown]>([
  ['one insertion', new mongo.MongoServerError({ ok: 0, code: 11_000, errmsg: 'E11000' })],
  ['several', severalWrites([duplicate, { ...duplicate, index: 1 }])],
])('that another process made %s is ignored', ([, error]) => expect(() => unlessThere(error)).not.toThrow())

test.for<[string, unknown]>([
  ['of one insertion', new mongo.MongoServerError({ ok: 0, code: 14_031, errmsg: 'x' })],
  ['behind a duplicate', severalWrites([duplicate, full])],
])('another fault %s is thrown', ([, error]) => expect(() => unlessThere(error)).toThrow('x'))
