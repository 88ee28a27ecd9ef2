import type { ApiDocument } from '../description/document.ts'
import { escaped, prose } from './html.ts'
import { operationArticle } from './operation.ts'
import type { Place } from './place.ts'
import { namedSchema } from './schema.ts'

/**
 * The API's description as one page, made from the document on the server: it needs no script, and is found by the browser's own search.
 * Its styles and the script that takes over the theme are part of the web build.
 */
export function docsPage(document: ApiDocument, isPartial: boolean): string {
  const places = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Place => ({ method, path, operation, document })),
  )
  const parts = document.tags.map(({ name, description }) => ({
    name,
    description,
    id: `part-${name.toLowerCase().replaceAll(' ', '-')}`,
    places: places.filter(({ operation }) => (operation.tags as string[])[0] === name),
  }))
  const schemas = Object.entries(document.components.schemas ?? {})
  return `<!doctype html>
<html lang="en" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Every route of the Utter API: what it takes, what it answers, and how it is called.">
<meta name="theme-color" content="#0c0f10">
<title>API – Utter</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/docs.js"></script>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="mark" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Utter</a><span class="here">API</span><a href="/guide">Guide</a><a href="/openapi.json">openapi.json</a></header>
<div class="columns">
<nav aria-label="Routes"><ul>
${parts.map(({ id, name, places }) => `<li><a href="#${escaped(id)}">${escaped(name)}</a><ul>${places.map(navItem).join('')}</ul></li>`).join('\n')}
<li><a href="#schemas">Schemas</a></li>
</ul></nav>
<main id="main">
<h1>API</h1>
${isPartial ? '<p class="notice" role="status">Some parts are not available right now. Look again in a moment.</p>' : ''}
${prose(document.info.description)}
${parts.map(({ id, name, description, places }) => `<section id="${escaped(id)}"><h2>${escaped(name)}</h2>${prose(description)}${places.map(operationArticle).join('\n')}</section>`).join('\n')}
<section id="schemas"><h2>Schemas</h2>${schemas.map(([name, schema]) => namedSchema(name, schema)).join('\n')}</section>
</main>
</div>
</body>
</html>
`
}

const navItem = ({ method, operation }: Place): string =>
  `<li><a href="#${escaped(operation.operationId)}"><span class="method ${escaped(method)}">${escaped(method === 'delete' ? 'DEL' : method.toUpperCase())}</span> ${escaped(operation.summary)}</a></li>`
