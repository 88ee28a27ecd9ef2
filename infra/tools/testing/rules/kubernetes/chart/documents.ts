import type { Manifest } from './kustomize.ts'
import { included, inline, line, spaces, templateOf } from './slots.ts'

/** The values of a process. */
export const processOf = (name: string) => `$.Values.processes.${name}`

/** A template's documents, under a condition where there is one. */
export const documents = (objects: Manifest[], condition?: string): string => {
  const text = objects.map((one) => templateOf(ofRelease(one))).join('---\n')
  return condition ? `{{- if ${condition} }}\n${text}{{- end }}\n` : text
}

/** An object in the namespace of the release, with its labels. */
function ofRelease(object: Manifest): Manifest {
  const { namespace, labels, ...metadata } = object.metadata
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(namespace && { namespace: inline('$.Release.Namespace') }),
      labels: { ...labels, [included('utter.labels')]: null } as never,
    },
  }
}

/** Secrets of what runs beside the processes. */
const beside: Record<string, string> = { 'backups-stores': inline('$.Values.backups.secret'), operator: 'operator' }

/** The names of Secrets as values have them: `<process>` and `<process>-stores`. */
export function secretName(name: string): string {
  if (beside[name]) return beside[name]
  const [, process = '', stores] = /^(.+?)(-stores)?$/.exec(name) ?? []
  return inline(`${processOf(process)}.secrets.${stores ? 'stores' : 'own'}`)
}

/** More items of a list. */
export const further = (path: string) =>
  line((indent) => `{{- with ${path} }}\n${spaces(indent)}{{- toYaml . | nindent ${indent} }}\n{{- end }}`)
