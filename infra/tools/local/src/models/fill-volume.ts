import { resolve } from 'node:path'
import { fillFolder } from './fill-folder.ts'

// `fill-volume.ts FROM TO`: the start of the image `models`.
const [from = '.', to = '.'] = process.argv.slice(2)
const copied = await fillFolder(resolve(from), resolve(to))
console.log(copied.length ? `Copied ${copied.join(', ')}.` : 'Everything is there already.')
