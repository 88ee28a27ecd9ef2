type Fields = Record<string, unknown>
/** A command as it is on the wire. */
export type Command = Fields

const updateOperators = new Set(
  '$addToSet $bit $currentDate $inc $max $min $mul $pop $pull $pullAll $push $rename $set $setOnInsert $unset'.split(
    ' ',
  ),
)
const pushModifiers = new Set(['$each', '$position', '$slice', '$sort'])
const numbers = new Set(['Decimal128', 'Double', 'Int32', 'Long'])
const partialOperators = new Set('$and $eq $exists $gt $gte $in $lt $lte $or $type'.split(' '))
const indexOptions = new Set(
  'collation expireAfterSeconds hidden key name partialFilterExpression sparse unique v'.split(' '),
)
const reads = new Set(['aggregate', 'count', 'distinct', 'find'])
const withoutWriteConcern = new Set([...reads, 'getMore', 'listCollections', 'listIndexes'])

/**
 * Fields that are null by their type, each with its collection, or that are a customer's own down to the last. Any other null was undefined,
 * as which the driver writes it.
 */
const nullable = [
  'deliveries.attempts.error',
  'deliveries.attempts.status',
  'jobs.metadata',
  'subscriptions.terms.overagePrice',
  'usage.rows.keyId',
]

/**
 * Why a MongoDB of today, or one of the series before, refuses a command, or takes it for another than was meant; undefined where it does
 * neither. The compatible server accepts all of these, so without this rule tests that pass on it say nothing about them.
 */
export function refusalOf(command: Command): string | undefined {
  const [name = ''] = Object.keys(command)
  for (const fault of faultsOf(name, command)) return `${name} of ${String(command[name])}: ${fault}`
  return undefined
}

function* faultsOf(name: string, command: Command): Generator<string> {
  const collection = command[name]
  if (name === 'getMore' && 'maxTimeMS' in command) yield 'maxTimeMS is for cursors that await data'
  if (command.readConcern && !reads.has(name)) yield 'it takes no readConcern'
  if (command.writeConcern && withoutWriteConcern.has(name)) yield 'it takes no writeConcern'
  yield* inFilter(command.filter)
  yield* inFilter(command.query)
  if (isFields(command.update)) yield* inUpdate(command.update, command.query, command.upsert, collection)
  for (const { q, u, upsert } of listOf(command.updates)) {
    yield* inFilter(q)
    if (isFields(u)) yield* inUpdate(u, q, upsert, collection)
  }
  for (const { q } of listOf(command.deletes)) yield* inFilter(q)
  for (const document of listOf(command.documents)) yield* inValue(document, '', collection)
  for (const { $match } of listOf(command.pipeline)) yield* inFilter($match)
  if (name === 'createIndexes') for (const index of listOf(command.indexes)) yield* inIndex(index)
}

function* inFilter(filter: unknown): Generator<string> {
  for (const [path, value] of valuesOf(filter, '')) {
    if (path.endsWith('$regex') && String(value).includes('\0')) yield `a NUL in ${path}`
    if (path.endsWith('$in') && !Array.isArray(value)) yield `${path} is no list`
  }
}

function* inUpdate(update: Fields, filter: unknown, upsert: unknown, collection: unknown): Generator<string> {
  const operators = Object.keys(update).filter((key) => key.startsWith('$'))
  if (operators.length === 0) return yield* inValue(update, '', collection)
  if (operators.length < Object.keys(update).length) yield 'operators beside fields'
  const changed: string[] = []
  for (const operator of operators) {
    const fields = Object.entries((update[operator] ?? {}) as Fields)
    if (!updateOperators.has(operator)) yield `${operator} is no operator of an update`
    if (fields.length === 0) yield `${operator} is empty, which is an error before 5.0`
    for (const [path, value] of fields) {
      yield* inChange(operator, path, value, collection)
      const other = changed.find((one) => isWithin(one, path) || isWithin(path, one))
      if (other !== undefined) yield `${operator} of ${path} conflicts with ${other}`
      changed.push(path)
    }
  }
  if (!upsert || !isFields(filter)) return
  const equal = Object.keys(filter).filter((key) => !key.startsWith('$') && !isCondition(filter[key]))
  for (const field of equal)
    for (const path of changed)
      if (path !== field && (isWithin(path, field) || isWithin(field, path)))
        yield `${path} conflicts with ${field}, which the insertion takes from the filter`
}

function* inChange(operator: string, path: string, value: unknown, collection: unknown): Generator<string> {
  const parts = path.split('.')
  if (parts.includes('')) yield `${operator} of '${path}', which has an empty part`
  if (parts.some((part) => part.startsWith('$') && !/^\$(\[.*\])?$/.test(part))) yield `${operator} of ${path}`
  if (path === '_id' && operator !== '$setOnInsert') yield `${operator} of _id`
  if ((operator === '$inc' || operator === '$mul') && !isNumber(value)) yield `${operator} of ${path} by no number`
  if (operator === '$push' && isFields(value) && '$each' in value)
    for (const modifier of Object.keys(value))
      if (!pushModifiers.has(modifier)) yield `${modifier} is no modifier of $push`
  if (operator !== '$unset') yield* inValue(value, path, collection)
}

function* inValue(value: unknown, at: string, collection: unknown): Generator<string> {
  for (const [path, inner] of [[at, value] as const, ...valuesOf(value, at)])
    if (inner === null || inner === undefined) {
      const field = path.replaceAll(/\.(\d+|\$each)(?=\.)/g, '')
      if (!nullable.some((one) => isWithin(`${collection}.${field}`, one))) yield `null is written to ${path}`
    }
}

function* inIndex({ partialFilterExpression, ...index }: Fields): Generator<string> {
  for (const option of Object.keys(index)) if (!indexOptions.has(option)) yield `${option} is no option of an index`
  if (index.sparse && partialFilterExpression) yield `${String(index.name)} is sparse and partial`
  for (const [path, value] of valuesOf(partialFilterExpression, '')) {
    const key = path.split('.').at(-1) ?? ''
    if (key.startsWith('$') && !partialOperators.has(key)) yield `${key} in a partial filter`
    if (key === '$exists' && value !== true) yield '$exists: false in a partial filter'
  }
}

/** Every value below a document or a list, by its path. */
function* valuesOf(value: unknown, at: string): Generator<readonly [path: string, value: unknown]> {
  if (!isFields(value) && !Array.isArray(value)) return
  for (const [key, inner] of Object.entries(value)) {
    const path = at ? `${at}.${key}` : key
    yield [path, inner]
    yield* valuesOf(inner, path)
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof RegExp) &&
  !('_bsontype' in value)
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : [])
const isCondition = (value: unknown) => isFields(value) && Object.keys(value).some((key) => key.startsWith('$'))
const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`)
const isNumber = (value: unknown) =>
  typeof value === 'number' || numbers.has((value as { _bsontype?: string } | null)?._bsontype ?? '')
