import { StatusView } from '@utter/contracts/http/status/status-view'
import { resource } from '../../lib/server/resource.ts'

/** The status, for everybody. It changes without this page: read again every 30 s while it is shown. */
export const statusQuery = {
  ...resource(['/api', 'status'], StatusView),
  refetchOnMount: 'always' as const,
  refetchInterval: 30_000,
}
