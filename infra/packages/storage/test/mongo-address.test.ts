import { readConfig } from '@utter/runtime/read-config'
import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { completeAddress, mongoAddress } from '../src/mongo-address.ts'

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

const Config = z.object({ MONGO_URL: mongoAddress })
const read = (MONGO_URL: string) => readConfig(Config, { MONGO_URL })

test.each([
  ['one server', 'mongodb://127.0.0.1:27017'],
  ['one member of a replica set', 'mongodb://mongo:27017/?replicaSet=utter'],
  ['all members', 'mongodb://a:27017,b:27017,c:27017/?replicaSet=x'],
  ['members without ports', 'mongodb://a,b,c/?replicaSet=x'],
  ['an address by IPv6', 'mongodb://[::1]:27017/?replicaSet=x'],
  ['a member alone', 'mongodb://127.0.0.1:32768/?directConnection=true'],
  [
    "the operator's standard string",
    'mongodb://u:p@utter-mongo-0.svc:27017,utter-mongo-1.svc:27017/admin?replicaSet=x&ssl=false',
  ],
  [
    "the operator's string by DNS",
    'mongodb+srv://u:p@utter-mongo-svc.utter-stores.svc.cluster.local/?replicaSet=x&ssl=true',
  ],
  ["Percona's", 'mongodb://databaseAdmin:p@my-cluster-rs0.psmdb.svc.cluster.local/admin?replicaSet=rs0&ssl=false'],
  ["Atlas's by DNS", 'mongodb+srv://u:p@cluster0.abc12.mongodb.net/?retryWrites=true&w=majority&appName=Cluster0'],
  [
    "Atlas's standard string",
    'mongodb://u:p@c-00-00.abc12.mongodb.net:27017,c-00-01.abc12.mongodb.net:27017/?ssl=true&replicaSet=atlas-x-shard-0&authSource=admin&retryWrites=true&w=majority',
  ],
  ["Atlas's by a role", 'mongodb+srv://cluster0.abc12.mongodb.net/?authSource=%24external&authMechanism=MONGODB-AWS'],
  [
    'a certificate',
    'mongodb://a,b/?replicaSet=x&tls=true&authMechanism=MONGODB-X509&tlsCertificateKeyFile=/etc/c.pem&tlsCAFile=/etc/ca.pem',
  ],
  ['a password with signs', 'mongodb://u:a%20%40%2F%3A@h'],
  ['compression and zones', 'mongodb://a,b/?replicaSet=x&compressors=zstd&readPreference=primary'],
])('%s is a form that is read', (_, url) => {
  expect(read(url)).toEqual({ MONGO_URL: url })
})

test.each([
  ['no protocol', 'hidden-1:27017', /must be an address of MongoDB as its driver reads them/],
  ['another protocol', 'https://u:hidden-1@h', /must be an address of MongoDB as its driver reads them/],
  ['a password with a sign that is not encoded', 'mongodb://u:hidden-1@home@h', /must be an address of MongoDB/],
  [
    'an option that there is not',
    'mongodb://u:hidden-1@h/?replicaset=x&majority=true',
    /option majority is not supported/,
  ],
  ['options that contradict each other', 'mongodb://a,b/?directConnection=true', /directConnection/],
  ['a database without a user', 'mongodb://h/utter', /has a database in its path, which would be ignored/],
  ['a database beside its source', 'mongodb://u:hidden-1@h/utter?authSource=admin', /has a database in its path/],
  [
    'a database of an address by DNS, whose source DNS has',
    'mongodb+srv://u:hidden-1@c.abc12.mongodb.net/utter',
    /has a database in its path/,
  ],
  ['writes of one member', 'mongodb://h/?w=1', /has a w that cannot be: an election would take back/],
  ['writes of nobody, in another case', 'mongodb://h/?W=0', /has a w that cannot be/],
  ['writes in memory alone', 'mongodb://h/?journal=false', /has a journal that cannot be/],
  [
    'reads of a member behind',
    'mongodb://a,b/?replicaSet=x&readPreference=secondaryPreferred',
    /has a readPreference that cannot be/,
  ],
  [
    'a server that proves nothing',
    'mongodb://h/?tls=true&tlsAllowInvalidCertificates=true',
    /name its authority in tlsCAFile/,
  ],
  [
    'times of its own',
    'mongodb://h/?serverSelectionTimeoutMS=30000',
    /has a serverSelectionTimeoutMS that cannot be: it would be ignored/,
  ],
  ['a level of reads', 'mongodb://h/?readConcernLevel=local', /has a readConcernLevel that cannot be/],
])('an address with %s is refused with the reason, and none of it is shown', (_, url, sentence) => {
  expect(() => read(url)).toThrow(sentence)
  expect(() => read(url)).not.toThrow(/hidden-1/)
})
