import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { t } from '../../../lib/language/words.ts'
import { DialogForm } from '../../../ui/overlay/dialog.tsx'
import { knownTags } from './known-tags.ts'
import { TagChips, TagSuggestions } from './tag-chips.tsx'
import { TagInput } from './tag-input.tsx'

interface TagsFormProps<Value> extends Pick<ComponentProps<typeof TagChips>, 'tags' | 'onRemove'> {
  value: Value
  /** The value with one tag more. */
  withOne: (tag: string) => Value
  /** Why a value would be refused. */
  faultOf: (value: Value) => string | undefined
  onChange: (value: Value) => void
  onSave: (value: Value) => void
  /** A tag that only some have can be added to the others. */
  canComplete?: boolean
  /** The buttons. */
  children: ReactNode
}

/** The form of a dialog that changes tags: a field for one more, those that are there, and those of other jobs. */
export function TagsForm<Value>({
  value,
  withOne,
  faultOf,
  onChange,
  onSave,
  tags,
  onRemove,
  canComplete = false,
  children,
}: TagsFormProps<Value>) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [known] = useState(() => knownTags(client))
  /** @returns undefined where the value would be refused, which the field says */
  const taken = (tag: string): Value | undefined => {
    const next = withOne(tag)
    const fault = faultOf(next)
    setError(fault)
    return fault === undefined ? next : undefined
  }
  const add = (tag: string) => {
    const next = taken(tag)
    if (next === undefined) return
    onChange(next)
    setText('')
  }
  return (
    <DialogForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A tag that was typed and not added is meant too.
        const next = text.trim() === '' ? value : taken(text)
        if (next !== undefined) onSave(next)
      }}
    >
      <TagInput
        label={t('New tag')}
        text={text}
        error={error}
        onText={(next) => {
          setText(next)
          setError(undefined)
        }}
        onAdd={() => add(text)}
      />
      {tags.length > 0 && <TagChips tags={tags} onRemove={onRemove} {...(canComplete && { onAdd: add })} />}
      <TagSuggestions tags={known.filter((name) => !tags.some(({ tag }) => tag === name))} onAdd={add} />
      {children}
    </DialogForm>
  )
}
