import { useSyncExternalStore } from 'react'
import { HttpError } from '../../lib/server/http.ts'

/** A question for the password, until it is answered: true once it was given, false where it was not. */
interface Question {
  answer: (isVerified: boolean) => void
}

let asked: Question | undefined
const listeners = new Set<() => void>()

function show(next: Question | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/** @returns false at once on a screen that has no place for the question */
function ask(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (isVerified: boolean) => {
      show(undefined)
      resolve(isVerified)
    }
    show({ answer })
  })
}

/**
 * A write for which the password must have been given a short while ago. Where it was not, it is asked for, and the write goes on; where it
 * is not given, the refusal stands.
 */
export async function withFreshSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const isStale = error instanceof HttpError && error.problem?.code === 'password_required'
    if (isStale && (await ask())) return send()
    throw error
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePasswordQuestion = (): Question | undefined => useSyncExternalStore(subscribe, () => asked)
