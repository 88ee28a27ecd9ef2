import { Settings } from '@utter/contracts/http/settings'
import { resource } from '../../lib/resource.ts'

/** The processes write their lines when they start, and no stream tells of it: read anew each time that they are shown. */
export const settingsQuery = { ...resource(['/api', 'settings'], Settings), refetchOnMount: 'always' as const }
