import { storedSwitch } from '../../lib/browser/stored-switch.ts'

/** Whether replies are heard by themselves. */
export const autoplay = storedSwitch('chat-autoplay')
