export type Index = { fields: Record<string, unknown>; partial?: Record<string, unknown> | undefined; name?: string }
export type Question = { filter: Record<string, unknown>; sort?: Record<string, unknown> | undefined }

type Kind = 'equal' | 'oneOf' | 'range' | 'other'

/**
 * Whether a question's filter and sort can be taken from an index, by MongoDB's rule of equality, sort, range: a prefix
 * of fields that are compared for equality, then the fields of the sort in their order, or else a range. Fields that
 * are compared for equality must be in that prefix; exclusions (`$ne`, `$nin`) and patterns are checked on the
 * documents that are found. The answer goes by the definition alone, so it holds where the server has no indexes.
 */
export function isServedBy({ filter, sort = {} }: Question, { fields, partial = {} }: Index): boolean {
  const conditions = conditionsOf(filter)
  if (!Object.entries(partial).every(([field, wanted]) => implies(conditions.get(field), wanted))) return false
  const kindOf = (field: string) => conditions.get(field)?.kind
  const toSort = Object.entries(sort).filter(([field]) => kindOf(field) !== 'equal')
  const keys = Object.entries(fields)
  // A sort cannot follow several values: each has an order of its own.
  const isPrefix = (field: string) => kindOf(field) === 'equal' || (toSort.length === 0 && kindOf(field) === 'oneOf')
  const end = keys.findIndex(([field]) => !isPrefix(field))
  const prefix = end === -1 ? keys : keys.slice(0, end)
  const rest = keys.slice(prefix.length)
  const inIndex = new Set([...prefix.map(([field]) => field), ...Object.keys(partial)])
  const isWhole = prefix.some(([field]) => field === '_id')
  const isLeftOut = [...conditions].some(([field, { kind }]) => kind === 'equal' && !inIndex.has(field))
  if (isLeftOut && !isWhole) return false
  if (toSort.length > 0) return isWhole || isSorted(toSort, rest)
  return prefix.length > 0 || kindOf(rest[0]?.[0] ?? '') === 'range'
}

/**
 * Also by several indexes, one for each branch of an `$or` that is the whole filter. Beside other conditions no branch is planned by itself,
 * and of more than some ten combinations of indexes MongoDB tries none: there the others alone must be served.
 */
export function isServed(question: Question, indexes: Index[]): boolean {
  if (indexes.some((index) => isServedBy(question, index))) return true
  const { $or: branches, ...rest } = question.filter as { $or?: Question['filter'][] }
  if (!branches || Object.keys(rest).length > 0) return false
  return branches.every((filter) => isServed({ ...question, filter }, indexes))
}

type Condition = { kind: Kind; value: unknown }

/** By field, those within `$and` too; of several about one field the one that narrows most. */
function conditionsOf(filter: Record<string, unknown>): Map<string, Condition> {
  const narrow: Kind[] = ['equal', 'oneOf', 'range', 'other']
  const found = new Map<string, Condition>()
  for (const [field, value] of Object.entries(filter)) {
    const inner =
      field === '$and'
        ? (value as Record<string, unknown>[]).flatMap((one) => [...conditionsOf(one)])
        : field.startsWith('$')
          ? []
          : [[field, { kind: kindOfValue(value), value }] as const]
    for (const [name, condition] of inner) {
      const before = found.get(name)
      if (!before || narrow.indexOf(condition.kind) < narrow.indexOf(before.kind)) found.set(name, condition)
    }
  }
  return found
}

function kindOfValue(value: unknown): Kind {
  if (value instanceof RegExp) return 'other'
  if (typeof value !== 'object' || value === null) return 'equal'
  const operators = Object.keys(value).filter((key) => key.startsWith('$'))
  if (operators.length === 0 || operators.includes('$eq')) return 'equal'
  if (operators.includes('$in')) return 'oneOf'
  return operators.some((operator) => /^\$[gl]te?$/.test(operator)) ? 'range' : 'other'
}

function implies(condition: Condition | undefined, wanted: unknown): boolean {
  if (!condition) return false
  const isExistence = typeof wanted === 'object' && wanted !== null && '$exists' in wanted
  if (isExistence) return condition.kind !== 'other' && condition.value !== null
  return condition.kind === 'equal' && condition.value === wanted
}

function isSorted(toSort: [string, unknown][], keys: [string, unknown][]): boolean {
  const isAlong = (way: 1 | -1) =>
    toSort.every(([field, direction], i) => keys[i]?.[0] === field && Number(keys[i]?.[1]) === Number(direction) * way)
  return isAlong(1) || isAlong(-1)
}
