import type { App } from '@utter/http/server'
import type { Context } from '../context.ts'

export function portalPages(_app: App, _context: Context): void {}
