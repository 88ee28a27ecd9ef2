import { useEffect, useState } from 'react'
import { writeClipboard } from '../browser/clipboard.ts'
import { t } from '../language/words.ts'
import { toast, toastError } from '../toasts.ts'

export const copyResetMs = 2_000

/** Copies, with a toast; `isCopied` holds for 2 s. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [copies, setCopies] = useState(0)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (copies === 0) return
    setIsCopied(true)
    const timer = setTimeout(() => setIsCopied(false), copyResetMs)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async (text: string) => {
    try {
      await writeClipboard(text)
      setCopies((count) => count + 1)
      toast({ title: t('Copied!'), text: t('Copied to clipboard') })
    } catch {
      toastError(t('Error'), t('The browser did not allow copying'))
    }
  }
  return { isCopied, copy }
}
