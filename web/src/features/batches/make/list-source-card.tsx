import { SourceCard } from '../../../ui/form/source-card.tsx'
import { exampleList, type ListState, listTypes } from './use-list.ts'

/** Where a batch begins. */
export const ListSourceCard = ({ state: { take, takeFile, fault }, title }: { state: ListState; title: string }) => (
  <SourceCard
    title={title}
    hint="Drop a CSV, JSON Lines or a text with a line for each sound. A column ‘voice’ gives a line its own voice."
    fileTypes={listTypes}
    fileLabel="File of the batch"
    onFile={(file) => void takeFile(file)}
    pasteLabel="Paste a list"
    onPaste={() => take({ text: '' })}
    onExample={() => take({ text: exampleList })}
    fault={fault}
  />
)
