import { isDeepStrictEqual } from 'node:util'
import { parseAllDocuments } from 'yaml'

type Meta = { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> }
type Thing = { kind: string; metadata: Meta; spec?: { template?: { metadata: Meta } } }

/** Labels and annotations that a chart's objects have beside those of the overlay. */
const ofCharts = [
  'app.kubernetes.io/instance',
  'app.kubernetes.io/managed-by',
  'helm.sh/chart',
  'helm.sh/resource-policy',
  'checksum/settings',
]

/**
 * The objects that a chart and an overlay have differently, each as `kind/namespace/name`. No difference is the namespace itself, which a chart does not
 * make, the labels and the checksum of a chart, and the sums in the names of ConfigMaps and of the Job.
 */
export function differencesOf(chart: string, overlay: string): { count: number; different: string[] } {
  const [ours, theirs] = [chart, overlay].map(comparable) as [Map<string, Thing>, Map<string, Thing>]
  const keys = new Set([...ours.keys(), ...theirs.keys()])
  return { count: keys.size, different: [...keys].filter((key) => !isDeepStrictEqual(ours.get(key), theirs.get(key))) }
}

function comparable(text: string): Map<string, Thing> {
  const things = parseAllDocuments(text)
    .map((document) => document.toJS() as Thing | null)
    .filter((one) => one !== null && one.kind !== 'Namespace') as Thing[]
  const sums = things
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap(({ metadata: { name } }) => (/-[bcdfghkmt2456789]{10}$/.test(name) ? [name] : []))
  const withoutSums = (one: Thing): Thing =>
    JSON.parse(
      sums.reduce((json, name) => json.replaceAll(`"${name}"`, `"${name.slice(0, -11)}"`), JSON.stringify(one)),
    )
  return new Map(
    things.map(withoutSums).map((one) => {
      if (one.kind === 'Job') one.metadata.name = one.metadata.name.replace(/-[0-9a-f]{8}$/, '')
      for (const meta of [one.metadata, one.spec?.template?.metadata])
        for (const marks of [meta?.labels, meta?.annotations]) for (const mark of ofCharts) delete marks?.[mark]
      const { kind, metadata } = one
      return [`${kind}/${metadata.namespace ?? ''}/${metadata.name}`, withoutEmpty(one) as Thing]
    }),
  )
}

/** A field with nothing in it is as one that is not there. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([key, one]) => !(isEmpty(one) && ['labels', 'annotations', 'env'].includes(key)),
  )
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutEmpty(one)]))
}
const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0
