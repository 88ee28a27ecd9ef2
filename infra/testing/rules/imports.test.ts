import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const offenders = (where: RegExp, isWrong: (specifier: string, file: SourceFile) => boolean) =>
  files
    .filter(({ path }) => where.test(path))
    .flatMap((file) => file.imports.filter((one) => isWrong(one, file)).map((one) => `${file.path} → ${one}`))
const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, /^(services|infra)\//.test(path) ? 2 : 1)
    .join('/')

const services = ['account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral']
const isProduct = (specifier: string) => new RegExp(`^@utter/(${services.join('|')}|gateway|web)(/|$)`).test(specifier)

test('there is something to look at', () => {
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(500)
})

describe('imports run one way', () => {
  test('contracts know zod and themselves', () => {
    expect(offenders(/^infra\/contracts\//, (one) => !/^(zod|\.)/.test(one))).toEqual([])
  })
  test('infra knows no service, and no service another', () => {
    expect(offenders(/^(infra|services|gateway)\//, isProduct)).toEqual([])
  })
  test('nobody reaches into another package by a path', () => {
    const leaves = (one: string, { path }: SourceFile) =>
      one.startsWith('.') && packageOf(posix.join(posix.dirname(path), one)) !== packageOf(path)
    expect(offenders(/./, leaves)).toEqual([])
  })
  test('the web app knows the contracts, and nothing else of ours', () => {
    expect(offenders(/^web\//, (one) => one.startsWith('@utter/') && !one.startsWith('@utter/contracts/'))).toEqual([])
  })
  test('in the web app pages build on features, features on ui and lib, ui and lib on neither', () => {
    const into =
      (folder: string) =>
      (one: string, { path }: SourceFile) =>
        one.startsWith('.') && posix.join(posix.dirname(path), one).startsWith(`web/src/${folder}/`)
    expect(offenders(/^web\/src\/(ui|lib)\//, into('features'))).toEqual([])
    expect(offenders(/^web\/src\/(ui|lib|features)\//, into('pages'))).toEqual([])
  })
})

describe('one place for each', () => {
  test('kafkajs is used by messaging alone', () => {
    expect(offenders(/^(?!infra\/messaging\/)/, (one) => one === 'kafkajs')).toEqual([])
  })
  test('the environment of a service is read in its config.ts', () => {
    const readers = files
      .filter(({ path, text }) => /^(services|gateway)\//.test(path) && /process\.env/.test(text))
      .map(({ path }) => path)
    expect(readers).toEqual([])
  })
  test('rules of a service touch no network, no file and no database', () => {
    const io = /^(node:(fs|net|http|https|child_process)|fastify|ioredis|kafkajs)(\/|$)/
    expect(
      offenders(/^services\/(jobs|account|billing|referral|notifier|chat)\/src\/domain\//, (one) => io.test(one)),
    ).toEqual([])
  })
  test('no file only hands on the exports of others', () => {
    expect(files.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([])
  })
})
