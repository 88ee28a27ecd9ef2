import { MailSettings, NoticeList } from '@utter/contracts/http/notices/views'
import { resource } from '../../lib/server/resource.ts'

/** How the owner wants to be told, kind by kind. */
export const mailSettingsQuery = resource(['/api', 'settings', 'notifications'], MailSettings)

/** The newest notices, and how many are unseen. */
export const noticesQuery = resource(['/api', 'notifications'], NoticeList)
