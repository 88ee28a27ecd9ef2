import { t } from './language/words.ts'
import { toast } from './toasts.ts'

const heldMs = 8_000

/** A change that the screen shows already, and that is made once nobody can take it back any more. */
interface Held {
  /** Title of the notification that offers to take it back. */
  title: string
  text: string
  /** @param isLeaving the page is being left: only requests that outlive it arrive */
  make: (isLeaving: boolean) => Promise<void>
  takeBack: () => void
}

/** Makes the changes that are still held. */
const waiting = new Set<(isLeaving: boolean) => Promise<void>>()

/**
 * Shows a notification with 'Undo', and makes the change when that is gone: after 8 s, which stand still while it is pointed at, when it is closed, when
 * another notification takes its place, or when the page is left.
 */
export function holdBack({ title, text, make, takeBack }: Held): void {
  const makeOnce = async (isLeaving: boolean) => {
    if (waiting.delete(makeOnce)) await make(isLeaving)
  }
  waiting.add(makeOnce)
  const run = () => {
    if (waiting.delete(makeOnce)) takeBack()
  }
  toast({ title, text, durationMs: heldMs, action: { label: t('Undo'), run }, onGone: () => void makeOnce(false) })
}

/** Makes at once what is held: before a log-out, after which it would be refused. */
export async function makeHeld(isLeaving = false): Promise<void> {
  await Promise.all([...waiting].map((make) => make(isLeaving)))
}

addEventListener('pagehide', () => void makeHeld(true))
