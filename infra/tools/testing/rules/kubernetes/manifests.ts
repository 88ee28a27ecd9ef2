import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { parseAllDocuments, stringify } from 'yaml'
import * as z from 'zod/mini'

const folder = join(repoDir, 'k8s')
export const pathOf = (file: string): string => join(folder, file)

/** The documents of a file in `k8s/`. */
export const documentsOf = (file: string): unknown[] =>
  parseAllDocuments(readFileSync(pathOf(file), 'utf8')).map((document) => document.toJS())

/** Documents as the text of a file that a test makes. @param source what they are made from */
export const textOf = (documents: object[], source: string): string =>
  `# Made from ${source}: \`npm run rules -- --update\` writes it anew.\n${documents.map((one) => stringify(one, { aliasDuplicateObjects: false, lineWidth: 0 })).join('---\n')}`

const Named = z.object({ name: z.string() })
const Reference = z.optional(Named)
const Variable = z.object({ name: z.string(), value: z.optional(z.string()) })
const Container = z.object({
  name: z.string(),
  image: z.string(),
  env: z.optional(z.array(Variable)),
  envFrom: z.optional(z.array(z.object({ configMapRef: Reference, secretRef: Reference }))),
})

/** The Deployment of a process, as its own file has it. */
export const Deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: Named,
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({ serviceAccountName: z.string(), containers: z.array(Container) }),
    }),
  }),
})

const ConfigMaps = z.array(z.object({ name: z.string(), literals: z.array(z.string()) }))

/** The names and values of the ConfigMaps that a kustomization makes. */
export const Kustomization = z.object({ resources: z.array(z.string()), configMapGenerator: ConfigMaps })

/** The ConfigMaps that an overlay changes. */
export const Settings = z.object({ configMapGenerator: z._default(ConfigMaps, []) })

export const ExternalSecret = z.object({
  kind: z.literal('ExternalSecret'),
  metadata: Named,
  spec: z.object({
    target: z.object({ name: z.string(), template: z.optional(z.object({ data: z.record(z.string(), z.string()) })) }),
    data: z.array(z.object({ secretKey: z.string() })),
  }),
})

/** The autoscaler of a process: by its processor time, or by consumer lag. */
export const Scaler = z.object({
  spec: z.object({
    scaleTargetRef: Named,
    triggers: z.optional(
      z.array(
        z.object({
          metadata: z.record(z.string(), z.string()),
        }),
      ),
    ),
  }),
})
