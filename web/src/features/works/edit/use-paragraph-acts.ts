import type { ParagraphVersion } from '@utter/contracts/http/works/views'
import { useMemo, useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { toast } from '../../../lib/toasts.ts'
import { toastRefusal } from '../../session/toast-refusal.ts'
import type { Said } from './paragraph-editor.tsx'
import { useChangeChapter } from './use-change-chapter.ts'

type Place = 'edit' | 'up' | 'down'

/** The ids of a paragraph's buttons: the focus goes to them when they have moved, or when what was focused is gone. */
export const paragraphButton = (paragraphId: string, place: Place) => `${place}-${paragraphId}`

export interface ParagraphActs {
  /** Rejects where the server refuses. @param before kept for `undo` */
  save: (id: string, next: Said, before: Said) => Promise<void>
  insert: (after: string, said: Said) => Promise<unknown>
  /** A refusal of these is a toast. */
  undo: (id: string) => void
  move: (id: string, by: -1 | 1) => void
  remove: (id: string) => void
  /** Rejects where the server refuses. @param before the paragraph as it is; undefined: it is gone */
  takeBack: (version: ParagraphVersion, before: Said | undefined) => Promise<void>
  /** Opens the versions of a paragraph, or of all. */
  showVersions: (id: string | 'all') => void
  /** Puts the focus on a button of a paragraph, once it is drawn. */
  focus: (id: string, place: Place) => void
}

/** Acts of a person on the paragraphs of a chapter, with the way back from each. `news` is for screen readers. */
export function useParagraphActs(workId: string, chapterId: string) {
  const changes = useChangeChapter(workId, chapterId)
  const [earlier, setEarlier] = useState<ReadonlyMap<string, Said>>(new Map())
  const [news, setNews] = useState('')
  const [versionsOf, showVersions] = useState<string>()
  const acts = useMemo((): ParagraphActs => {
    // The same words again are read out only where the text is another one.
    const tell = (words: string) => setNews((before) => (before === words ? `${words}\u00a0` : words))
    const refused = (error: unknown) => toastRefusal(error, t('The paragraph could not be changed'))
    const focus = (id: string, place: Place) => void setTimeout(() => focusButton(id, place))
    let known: ReadonlyMap<string, Said> = new Map()
    const keep = (id: string, said: Said | undefined) => {
      const next = new Map(known)
      if (said) next.set(id, said)
      else next.delete(id)
      known = next
      setEarlier(next)
    }
    const change = async (id: string, next: Said, before: Said | undefined) => {
      await changes.save(id, next)
      keep(id, before)
      tell(t('The change is saved, and will be spoken'))
    }
    return {
      focus,
      insert: async (after, said) => {
        await changes.insert(after, said)
        tell(t('The paragraph is added, and will be spoken'))
      },
      showVersions,
      takeBack: async (version, before) => {
        const { versionId, paragraphId: id } = version
        await changes.restore(versionId)
        if (before) keep(id, before)
        const undone = () => (before ? change(id, before, undefined) : changes.remove(id))
        const back = () => void undone().catch(refused)
        toast({ title: t('Paragraph restored'), action: { label: t('Undo'), run: back } })
      },
      save: change,
      undo: (id) => {
        const said = known.get(id)
        if (said) change(id, said, undefined).then(() => focus(id, 'edit'), refused)
      },
      move: (id, by) => {
        const place = by === 1 ? 'down' : 'up'
        changes.move(id, by).then(() => {
          tell(by === 1 ? t('The paragraph is moved down') : t('The paragraph is moved up'))
          focus(id, place)
        }, refused)
      },
      remove: (id) => {
        const { before, after } = changes.around(id)
        const next = before ?? after
        const back = () =>
          void changes.returnRemoved(id).then(() => tell(t('The paragraph is added, and will be spoken')), refused)
        changes.remove(id).then(() => {
          toast({ title: t('Paragraph deleted'), action: { label: t('Undo'), run: back } })
          if (next) focus(next, 'edit')
        }, refused)
      },
    }
  }, [changes])
  return { acts, earlier, news, versionsOf, closeVersions: () => showVersions(undefined) }
}

/** A button at an end of the list is disabled: the focus then goes to the one beside it. */
function focusButton(id: string, place: Place): void {
  const others: Record<Place, Place> = { edit: 'edit', up: 'down', down: 'up' }
  const buttons = [place, others[place]].map((act) => document.getElementById(paragraphButton(id, act)))
  buttons.find((button) => button instanceof HTMLButtonElement && !button.disabled)?.focus()
}
