import { t } from '../../../lib/language/words.ts'
import { SourceCard } from '../../../ui/form/source-card.tsx'
import { exampleList, type ListState, listTypes } from './use-list.ts'

/** Where a batch begins. */
export const ListSourceCard = ({ state: { take, takeFile, fault }, title }: { state: ListState; title: string }) => (
  <SourceCard
    title={title}
    hint={t(
      'Drop a CSV, JSON Lines or a text with a line for each sound. A column ‘voice’ gives a line its own voice.',
    )}
    fileTypes={listTypes}
    fileLabel={t('File of the batch')}
    onFile={(file) => void takeFile(file)}
    pasteLabel={t('Paste a list')}
    onPaste={() => take({ text: '' })}
    onExample={() => take({ text: exampleList })}
    fault={fault}
  />
)
