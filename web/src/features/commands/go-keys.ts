import { paths } from '@utter/contracts/screens'

/** The second key after G, and the screen that it leads to. */
export const goKeys = {
  d: paths.dashboard,
  j: paths.jobs,
  p: paths.playground,
  c: paths.chatbot,
} as const

/** The keys that lead to a screen, as they are drawn; none for most. */
export const keysTo = (path: string): string | undefined => {
  const letter = Object.entries(goKeys).find(([, to]) => to === path)?.[0]
  return letter && `G ${letter.toUpperCase()}`
}
