import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { pathOf } from '../manifests.ts'
import { currentDocumentsOf } from './current.ts'
import { edited, isPart, merged, type Part } from './merge.ts'

/** An object of Kubernetes. */
export type Manifest = Part & {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> }
}

const Target = z.strictObject({
  kind: z.optional(z.string()),
  name: z.optional(z.string()),
  namespace: z.optional(z.string()),
  labelSelector: z.optional(z.string()),
})
type Target = z.infer<typeof Target>

/** The part of kustomize's language that these manifests use; a field beyond it is refused, and so taken for nothing it is not. */
const Kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.optional(z.string()),
  labels: z._default(
    z.array(z.strictObject({ pairs: z.record(z.string(), z.string()), includeTemplates: z.boolean() })),
    [],
  ),
  resources: z._default(z.array(z.string()), []),
  components: z._default(z.array(z.string()), []),
  patches: z._default(
    z.array(
      z.strictObject({ target: z.optional(Target), path: z.optional(z.string()), patch: z.optional(z.string()) }),
    ),
    [],
  ),
  images: z._default(z.array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() })), []),
  configMapGenerator: z._default(
    z.array(
      z.strictObject({
        name: z.string(),
        namespace: z.optional(z.string()),
        behavior: z.optional(z.literal('merge')),
        literals: z._default(z.array(z.string()), []),
        files: z._default(z.array(z.string()), []),
      }),
    ),
    [],
  ),
})
type Kustomization = z.infer<typeof Kustomization>

/** Kinds that belong to the whole cluster. */
const clusterWide = ['Namespace', 'PriorityClass']

/**
 * The objects of an overlay or a component, as `kubectl kustomize` renders them, but that a ConfigMap's name has no hash. A machine without it can
 * read them so.
 * @param folder below `k8s/` @param given what a component changes
 * @throws ZodError for a field of kustomize that is not understood
 */
export function objectsOf(folder: string, given: Manifest[] = []): Manifest[] {
  const file = join(folder, 'kustomization.yaml')
  const own = Kustomization.parse(currentDocumentsOf(file)[0])
  const read = (path: string): Manifest[] => {
    const found = join(folder, path)
    return statSync(pathOf(found)).isDirectory() ? objectsOf(found) : (currentDocumentsOf(found) as Manifest[])
  }
  let objects = [...given, ...own.resources.flatMap(read)]
  for (const component of own.components) objects = objectsOf(join(folder, component), objects)
  for (const one of own.configMapGenerator) objects = withConfigMap(objects, one, folder)
  for (const one of own.patches) objects = patched(objects, one, folder)
  return objects.map((one) => finished(one, own))
}

function withConfigMap(objects: Manifest[], map: Kustomization['configMapGenerator'][number], folder: string) {
  const { name, namespace, behavior, literals, files } = map
  const data = Object.fromEntries([
    ...literals.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)] as const),
    ...files.map((file) => [basename(file), readFileSync(pathOf(join(folder, file)), 'utf8')] as const),
  ])
  const isIt = ({ kind, metadata }: Manifest) => kind === 'ConfigMap' && metadata.name === name
  if (behavior !== 'merge')
    return [
      ...objects,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(namespace && { namespace }) }, data },
    ]
  if (!objects.some(isIt)) throw new Error(`no ConfigMap ${name} to merge with`)
  return objects.map((one) => (isIt(one) ? { ...one, data: { ...(one.data as Part), ...data } } : one))
}

function patched(objects: Manifest[], { target, path, patch }: Kustomization['patches'][number], folder: string) {
  const patches: unknown[] = path ? currentDocumentsOf(join(folder, path)) : [parse(patch ?? '')]
  let result = objects
  for (const one of patches) {
    const isMeant = (object: Manifest) => matches(object, target ?? targetOf(one as Manifest))
    if (!target && !result.some(isMeant)) throw new Error(`nothing to patch in ${folder}: ${JSON.stringify(one)}`)
    result = result.flatMap((object) => {
      if (!isMeant(object)) return [object]
      if (Array.isArray(one)) return [edited(object, one) as Manifest]
      const { $patch, ...change } = one as Manifest
      if ($patch === 'delete') return []
      // The name of a patch with a target is only there for its form.
      const { metadata, apiVersion, kind, ...rest } = change as Manifest
      const { name: _, namespace: __, ...meta } = metadata
      return [merged(object, { metadata: meta, ...rest }, hasPods(object)) as Manifest]
    })
  }
  return result
}

/** Whether an object is of a group of Kubernetes itself that may have pods; lists of all others are without keys. */
const hasPods = ({ apiVersion }: Manifest) => /^([a-z]+\/)?v\d+$/.test(apiVersion)

const targetOf = ({ kind, metadata }: Manifest): Target => ({ kind, ...metadata }) as Target

function matches({ kind, metadata }: Manifest, target: Target): boolean {
  const fits = (pattern: string | undefined, value = '') =>
    pattern === undefined || new RegExp(`^(?:${pattern})$`).test(value)
  const [label = '', value] = target.labelSelector?.split('=') ?? []
  const isLabelled = !target.labelSelector || metadata.labels?.[label] === value
  return (
    fits(target.kind, kind) &&
    fits(target.name, metadata.name) &&
    fits(target.namespace, metadata.namespace) &&
    isLabelled
  )
}

/** With the namespace, labels and images of a kustomization. */
function finished(object: Manifest, { namespace, labels, images }: Kustomization): Manifest {
  const result = structuredClone(object)
  if (namespace && !clusterWide.includes(result.kind)) result.metadata.namespace = namespace
  for (const { pairs, includeTemplates } of labels) {
    result.metadata.labels = { ...result.metadata.labels, ...pairs }
    const { template } = (result.spec ?? {}) as { template?: Manifest }
    if (includeTemplates && template) template.metadata.labels = { ...template.metadata.labels, ...pairs }
  }
  for (const container of containersOf(result)) {
    const image = images.find(({ name }) => name === container.image)
    if (image) container.image = `${image.newName}:${image.newTag}`
  }
  return result
}

/** The object of a kind and name. @throws Error where there is none */
export function objectOf(objects: Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}

/** The containers of an object's pods, those that run first included. */
export function containersOf({ spec }: Manifest): (Part & { name: string; image: string })[] {
  const pod = isPart(spec) && isPart(spec.template) ? spec.template.spec : undefined
  const { initContainers = [], containers = [] } = (pod ?? {}) as Record<string, []>
  return [...initContainers, ...containers]
}
