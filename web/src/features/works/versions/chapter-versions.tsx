import type { ChapterRow } from '@utter/contracts/http/works/views'
import { History } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { narrow } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import type { useParagraphActs } from '../edit/use-paragraph-acts.ts'

const versionsDialog = lazyView(async () => (await import('./versions-dialog.tsx')).VersionsDialog)

const Opener = styled(Button)`
  margin-left: auto;
  /* On a line of its own its words begin where those above do. */
  ${narrow} { margin-left: -10px; }
`

interface ChapterVersionsProps {
  workId: string
  row: ChapterRow
  editing: ReturnType<typeof useParagraphActs>
}

/** Opens what the paragraphs of a chapter were before they were changed or removed. */
export function ChapterVersions({ workId, row, editing: { acts, versionsOf, closeVersions } }: ChapterVersionsProps) {
  return (
    <>
      <Opener
        look="ghost"
        isSmall
        onPointerEnter={versionsDialog.preload}
        onFocus={versionsDialog.preload}
        onClick={() => acts.showVersions('all')}
      >
        <History size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('Versions')}
      </Opener>
      <DialogSlot part={versionsDialog} isOpen={versionsOf !== undefined} onClose={closeVersions}>
        {(dialog) => <versionsDialog.View {...dialog} workId={workId} row={row} shown={versionsOf} acts={acts} />}
      </DialogSlot>
    </>
  )
}
