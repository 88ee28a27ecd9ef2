import { t } from '../../../lib/language/words.ts'
import { SourceCard } from '../../../ui/form/source-card.tsx'
import type { SourceState } from './use-source.ts'
import { fileTypes, maxFileText } from './work-file.ts'

interface WorkSourceCardProps {
  state: SourceState
  title: string
}

/** Where a work begins. */
export const WorkSourceCard = ({ state: { takeFile, change, tryExample, fault }, title }: WorkSourceCardProps) => (
  <SourceCard
    title={title}
    hint={t('Drop a text, Markdown, an EPUB or a Word document here, up to {max}. Its headings become chapters.', {
      max: maxFileText,
    })}
    fileTypes={fileTypes}
    fileLabel={t('File of the work')}
    onFile={(file) => void takeFile(file)}
    pasteLabel={t('Paste a text')}
    onPaste={() => change({ text: '' })}
    onExample={tryExample}
    fault={fault}
  />
)
