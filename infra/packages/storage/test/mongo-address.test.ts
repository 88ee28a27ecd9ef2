import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { completeAddress } from '../src/mongo-address.ts'

/** As the driver takes it, when it opens the database of a service. */
const taken = (url: string) => {
  const options = { dbName: 'jobs', readConcern: { level: 'majority' } } as mongo.MongoClientOptions
  return new mongo.MongoClient(completeAddress(url), options).options
}

test.for([
  ['no database', 'mongodb://u:p@h', 'admin'],
  ['no database and options', 'mongodb://u:p@one:27017,two:27018/?replicaSet=utter', 'admin'],
  ['admin', 'mongodb://u:p@h/admin', 'admin'],
  ['a database', 'mongodb://u:p@h/users', 'users'],
  ['a source of its own', 'mongodb://u:p@h/users?authSource=jobs', 'jobs'],
  ['a source by another case', 'mongodb://u:p@h/?AUTHSOURCE=jobs', 'jobs'],
  ['a mechanism outside', 'mongodb://u@h/?authMechanism=MONGODB-X509&tls=true', '$external'],
])('the user of an address with %s is looked for where it is', ([, url = '', source]) => {
  expect(taken(url).credentials?.source).toBe(source)
  expect(taken(url).dbName).toBe('jobs')
})

test('an address without a user gets none, and keeps its hosts and options', () => {
  const { credentials, hosts, replicaSet } = taken('mongodb://one:27017,two:27018/?replicaSet=utter')
  expect(credentials).toBeUndefined()
  expect(hosts.map(String)).toEqual(['one:27017', 'two:27018'])
  expect(replicaSet).toBe('utter')
})

test('a password with signs stays as it is', () => {
  expect(taken('mongodb://u:a%20%40%2F%3A@h').credentials?.password).toBe('a @/:')
})

test('no address weakens what reads see', () => {
  expect(taken('mongodb://h/?readConcernLevel=local').readConcern?.level).toBe('majority')
})
