import { TransNoContext } from '@lingui/react/server'
import type { NamesIn } from '@utter/contracts/http/languages'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { catalog } from './words.ts'

type TagsIn<Id extends string> = Id extends `${string}</${infer Name}>${infer Rest}` ? Name | TagsIn<Rest> : never

type TransProps<Id extends string> = {
  /** The English text. */
  id: Id
} & ([NamesIn<Id>] extends [never] ? { values?: never } : { values: Record<NamesIn<Id>, ReactNode> }) &
  ([TagsIn<Id>] extends [never] ? { components?: never } : { components: Record<TagsIn<Id>, ReactElement> })

/**
 * A text with elements in it, in the language of the page, each where the language has it:
 * `<Trans id="Read the <guide>guide</guide> first." components={{ guide: <Link to={paths.guide} /> }} />`.
 */
export const Trans = <const Id extends string>({ id, values, components }: TransProps<Id>) => (
  <TransNoContext id={id} values={asElements(values ?? {})} components={components ?? {}} lingui={{ i18n: catalog }} />
)

/** A string would be searched for tags: a person's text is shown as it is. */
const asElements = (values: Record<string, ReactNode>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, <Fragment key={name}>{value}</Fragment>]))
