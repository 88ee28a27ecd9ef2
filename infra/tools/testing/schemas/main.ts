import { parseArgs } from 'node:util'
import { otherComponents, overlays, renderedOverlay, renderedWith, validateRendered } from './rendered.ts'

const { fetch } = parseArgs({ options: { fetch: { type: 'boolean', default: false } } }).values
validateRendered(
  [...overlays().map(renderedOverlay), ...otherComponents().map((component) => renderedWith('managed', component))],
  fetch,
)
