import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { parse } from 'yaml'
import * as z from 'zod/mini'

const Version = z.string().check(z.regex(/^\d+\.\d+\.\d+$/))

/** A dependency of the manifests; without a `folder` it has no kinds of its own in them. */
const Supported = z.object({
  name: z.string(),
  oldest: Version,
  newest: Version,
  because: z.string(),
  module: z.optional(z.string()),
  repository: z.optional(z.url()),
  tag: z.optional(z.string()),
  folder: z.optional(z.string()),
})
export type Supported = z.infer<typeof Supported>

/** The versions that the manifests are for: `k8s/supported-versions.yaml`. */
export const supportedVersions = (): Supported[] =>
  z.array(Supported).parse(parse(readFileSync(join(repoDir, 'k8s/supported-versions.yaml'), 'utf8')))
