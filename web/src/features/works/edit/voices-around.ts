import { createContext, useContext } from 'react'

/** The voices that a paragraph may have without one of its own. */
interface VoicesAround {
  /** The names of the work's speakers. */
  speakers: readonly string[]
  /** Whether its chapter has a voice. */
  hasChapterVoice: boolean
}

const Around = createContext<VoicesAround>({ speakers: [], hasChapterVoice: false })

/** A context, since the editor alone needs them, deep in a list of thousands. */
export const VoicesAroundParagraphs = Around.Provider
export const useVoicesAround = (): VoicesAround => useContext(Around)
