import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { type InvoiceView, InvoiceViews } from '@utter/contracts/http/invoices'
import { readLinked } from '../../lib/server/read-linked.ts'

interface InvoicePage {
  invoices: InvoiceView[]
  /** Address of the next page; undefined on the last one. */
  next: string | undefined
}
const firstPage = '/api/billing/invoices?limit=12'

const isOpen = ({ payUrl }: InvoiceView) => payUrl !== undefined

/** The account's invoices, newest first. An open one is paid on another page: coming back from there reads them again. */
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['/api', 'billing', 'invoices'],
  queryFn: async ({ pageParam, signal }): Promise<InvoicePage> => {
    const { body, next } = await readLinked(pageParam, signal)
    return { invoices: InvoiceViews.parse(body), next }
  },
  initialPageParam: firstPage,
  getNextPageParam: ({ next }: InvoicePage) => next,
  refetchOnMount: 'always',
  refetchOnWindowFocus: ({ state: { data } }) =>
    data?.pages.some(({ invoices }) => invoices.some(isOpen)) ? 'always' : false,
})

/** Where the latest open one of the invoices that were read is paid; undefined where none is open. */
export const payUrlIn = ({ pages }: { pages: InvoicePage[] }): string | undefined =>
  pages.flatMap(({ invoices }) => invoices).find(isOpen)?.payUrl

/** The same by the invoices as they are now. */
export const readPayUrl = async (client: QueryClient): Promise<string | undefined> =>
  payUrlIn(await client.fetchInfiniteQuery({ ...invoicesQuery, staleTime: 0 }))
