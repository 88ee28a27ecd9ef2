/** A part of a manifest, as YAML has it. */
export type Part = { [key: string]: unknown }

export const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields by which Kubernetes' own kinds tell the items of a list apart; any other list is replaced as a whole. */
const keyOf: Record<string, string> = {
  containers: 'name',
  initContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
  topologySpreadConstraints: 'topologyKey',
}

/**
 * A strategic merge patch, as kustomize applies it: null and `$patch: delete` remove, new items of a list come before the others.
 * @param keyed whether lists have keys, which they have in Kubernetes' own kinds alone
 */
export function merged(target: Part, patch: Part, keyed: boolean): Part {
  const result = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    const before = result[key]
    if (value === null) delete result[key]
    else if (isPart(value)) result[key] = merged(isPart(before) ? before : {}, value, keyed)
    else if (Array.isArray(value) && Array.isArray(before) && keyed && keyOf[key])
      result[key] = mergedList(before as Part[], value as Part[], keyOf[key])
    else result[key] = value
  }
  return result
}

function mergedList(before: Part[], patch: Part[], key: string): Part[] {
  const known = (one: Part) => before.some((other) => other[key] === one[key])
  const removed = patch.filter(({ $patch }) => $patch === 'delete').map((one) => one[key])
  const patched = before.map((one) => {
    const change = patch.find((other) => other[key] === one[key])
    return change ? merged(one, change, true) : one
  })
  const added = patch.filter((one) => !known(one) && one.$patch !== 'delete')
  return [...added, ...patched.filter((one) => !removed.includes(one[key]))]
}

type Operation = { op: string; path: string; value?: unknown }

/** A JSON patch (RFC 6902) of `add`, `replace` and `remove`. @throws Error for a path that is not there, or another operation */
export function edited(target: Part, operations: Operation[]): Part {
  const result = structuredClone(target)
  for (const { op, path, value } of operations) {
    const keys = path
      .slice(1)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = keys.pop() ?? ''
    let parent: unknown = result
    for (const key of keys) parent = (parent as Part | undefined)?.[key]
    const isThere = parent !== undefined && (op === 'add' || (parent as Part)[last] !== undefined)
    if (!isThere || !['add', 'replace', 'remove'].includes(op)) throw new Error(`no patch for ${op} ${path}`)
    if (Array.isArray(parent)) {
      const index = last === '-' ? parent.length : Number(last)
      parent.splice(index, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [value]))
    } else if (op === 'remove') delete (parent as Part)[last]
    else (parent as Part)[last] = value
  }
  return result
}
