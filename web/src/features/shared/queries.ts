import { SharedJob } from '@utter/contracts/http/jobs/share'
import { resource } from '../../lib/server/resource.ts'

export const sharedQuery = (secret: string) => resource(['/api', 'shared', encodeURIComponent(secret)], SharedJob)
