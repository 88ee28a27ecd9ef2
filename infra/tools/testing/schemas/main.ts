import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { renderedOverlay, validateRendered } from './rendered.ts'

const { fetch } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } }).values
validateRendered(readdirSync(join(repoDir, 'k8s/overlays')).map(renderedOverlay), fetch)
