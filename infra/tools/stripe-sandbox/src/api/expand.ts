import { kindOf } from '../store/ids.ts'
import type { Store } from '../store/store.ts'
import { render, type Tree } from './render.ts'
import { invalid } from './stripe-error.ts'

/** Levels of an expansion, as Stripe allows. */
const maxDepth = 4

type Answer = Record<string, unknown>

/** An object rendered with the given paths expanded: `latest_invoice.payments`, in a list `data.customer`. */
export function expand(store: Store, object: object, paths: string[]): Answer {
  const tree: Tree = {}
  for (const path of paths) {
    const fields = path.split('.')
    if (fields.filter((field) => field !== 'data').length > maxDepth)
      throw invalid(`You cannot expand more than ${maxDepth} levels of a property.`, 'expand')
    let at = tree
    for (const field of fields) at = at[field] ??= {}
  }
  return walk(store, object, tree, [])
}

function walk(store: Store, object: object, tree: Tree, path: string[]): Answer {
  const answer = render(object, tree)
  for (const [field, inner] of Object.entries(tree)) {
    const value = answer[field]
    const here = [...path, field]
    if (value === undefined) throw invalid(`This property cannot be expanded (${here.join('.')}).`, 'expand')
    answer[field] = resolve(store, value, inner, here)
  }
  return answer
}

function resolve(store: Store, value: unknown, tree: Tree, path: string[]): unknown {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((one) => resolve(store, one, tree, path))
  if (typeof value === 'object') return walk(store, value, tree, path)
  const kind = typeof value === 'string' ? kindOf(value) : undefined
  if (!kind) throw invalid(`This property cannot be expanded (${path.join('.')}).`, 'expand')
  return walk(store, store.get(kind, String(value)), tree, path)
}
