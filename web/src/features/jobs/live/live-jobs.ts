import type { QueryClient } from '@tanstack/react-query'
import { AccountJobEvent } from '@utter/contracts/http/jobs/job-views'
import { leadWhileVisible } from '../../../lib/server/lead-while-visible.ts'
import { followStream } from '../../../lib/server/live-stream.ts'
import { openTabChannel } from '../../../lib/tabs.ts'
import { isStillSignedIn } from '../../session/me.ts'
import { accountEvents } from './account-events.ts'
import { applyAccountEvent, refreshLists } from './lists.ts'
import type { Liveness } from './liveness.ts'
import { type NamedEvent, onNamedEvent } from './named-events.ts'

type Message =
  | { kind: 'open' }
  | { kind: 'paused' }
  /** The stream cannot deliver all that was missed. */
  | { kind: 'reset' }
  | { kind: 'event'; data: unknown }
  | { kind: 'named'; name: NamedEvent; data: unknown }
  /** Asked by a tab that has just come, and answered by the one that reads the stream. */
  | { kind: 'hello' }
  | { kind: 'state'; liveness: Liveness }

const name = 'utter-account-stream'

/**
 * Keeps all lists in step with the account's stream. A single visible tab of the browser reads it for all tabs: each
 * stream takes one of the six connections that HTTP/1.1 has to one origin. @returns ends it
 */
export function followAccount(
  client: QueryClient,
  onChange: (liveness: Liveness) => void,
  follow: typeof followStream = followStream,
): () => void {
  let liveness: Liveness = 'opening'
  let isLeading = false
  const change = (next: Liveness) => {
    liveness = next
    onChange(next)
  }
  const readAgain = () => {
    refreshLists(client)
    accountEvents.emit(null)
  }
  const onOpen = () => {
    change('live')
    // Changes between the first read and the opening are in no event.
    readAgain()
  }
  const handle = (message: Message) => {
    switch (message.kind) {
      case 'open':
        return onOpen()
      case 'reset':
        return readAgain()
      case 'paused':
        return change('paused')
      case 'event': {
        const { data: event } = AccountJobEvent.safeParse(message.data)
        if (!event) return
        applyAccountEvent(client, event)
        return accountEvents.emit(event)
      }
      case 'named':
        // A tab of a later build may send others.
        return onNamedEvent[message.name]?.(client, message.data)
      case 'hello':
        return isLeading && channel.post({ kind: 'state', liveness })
      case 'state':
        if (liveness !== 'opening') return
        return message.liveness === 'live' ? onOpen() : change(message.liveness)
    }
  }
  const publish = (message: Message) => {
    channel.post(message)
    handle(message)
  }
  const channel = openTabChannel<Message>(name, handle)
  channel.post({ kind: 'hello' })

  const resign = leadWhileVisible(name, () => {
    isLeading = true
    const end = follow({
      url: '/api/events',
      onOpen: () => publish({ kind: 'open' }),
      onMessage: (data) => publish({ kind: 'event', data }),
      onEvent: { reset: () => publish({ kind: 'reset' }), ...namedListeners(publish) },
      shouldReopen: () => {
        publish({ kind: 'paused' })
        return isStillSignedIn(client)
      },
    })
    return () => {
      isLeading = false
      end()
    }
  })
  return () => {
    resign()
    channel.close()
  }
}

const namedListeners = (publish: (message: Message) => void) =>
  Object.fromEntries(
    (Object.keys(onNamedEvent) as NamedEvent[]).map((name) => [
      name,
      (data: unknown) => publish({ kind: 'named', name, data }),
    ]),
  )
