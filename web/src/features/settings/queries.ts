import { Settings } from '@utter/contracts/http/account/settings'
import { resource } from '../../lib/server/resource.ts'

/**
 * Read again each time that they are shown: the processes write their lines when they start, and no stream reports it.
 */
export const settingsQuery = { ...resource(['/api', 'settings'], Settings), refetchOnMount: 'always' as const }
