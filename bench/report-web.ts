import type { LighthouseFigure } from './lighthouse.ts'
import { median } from './measure.ts'
import type { PageFigures } from './pages.ts'
import type { ThrottledFigures } from './throttled.ts'

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

export function printPages({ routes, fonts, cached }: PageFigures) {
  const home = routes.find(({ path }) => path === '/')
  console.log(`\nfontes ${kilobytes(fonts)} (meta 45) · CSS ${kilobytes(home?.styles ?? 0)} (meta 15)`)
  for (const { path, scripts } of routes) {
    console.log(`  JS ${kilobytes(scripts)} (meta ${path === '/' ? 110 : 190}) ${path}`)
  }
  const { ours, floor, ratio, low, high, bytes, perCoreSecond, errors } = cached
  const share = [ratio, low, high].map((part) => `${(part * 100).toFixed(0)} %`)
  console.log(`página inicial do cache (${kilobytes(bytes)}): ${share[0]} do piso, entre ${share[1]} e ${share[2]}`)
  console.log(
    `  ${ours.toFixed(0)}/s contra ${floor.toFixed(0)}/s · ${perCoreSecond.toFixed(0)} por segundo de núcleo (meta 5000) · erros ${errors}`,
  )
}

export function printLighthouse(audits: readonly LighthouseFigure[]) {
  console.log('\nLighthouse, celular, mediana de cinco (meta 98 / 100 / 100 / 100, LCP 1,5 s, TBT 80 ms, CLS 0,02)')
  for (const { page, scores, low, high, lcpMs, tbtMs, cpuTbtMs, shift, findings } of audits) {
    const times = `LCP ${seconds(lcpMs)} · TBT ${tbtMs.toFixed(0)} ms (${cpuTbtMs.toFixed(0)} de CPU) · CLS ${shift.toFixed(3)}`
    console.log(
      `  ${page}: ${scores.join(' / ')} (${low} a ${high}) · ${times}${findings.map((id) => ` · ${id}`).join('')}`,
    )
  }
}

export function printThrottled({ firstPaintMs, cardsMs, interactiveMs, afterPaint, taps }: ThrottledFigures) {
  console.log('\n4G lento e um quarto do processador, sem cache, mediana de cinco')
  console.log(
    `  tela ${seconds(firstPaintMs)} (meta 1,5) · cartões ${seconds(cardsMs)} (meta 2,5) · responde ${seconds(interactiveMs)}`,
  )
  const pages = afterPaint.map(({ page, ms }) => `${page} ${seconds(ms)}`).join(' · ')
  console.log(`  da primeira pintura até responder (meta 2): ${pages}`)
  const usual = median(taps.map(({ ms }) => ms))
  console.log(`  ${taps.length} toques: pior ${taps[0]?.ms ?? Number.NaN} ms (meta 150), usual ${usual.toFixed(0)} ms`)
  for (const { page, control, ms, waitMs, handlersMs } of taps.slice(0, 5))
    console.log(
      `    ${page} · ${control}: ${ms} ms, ${waitMs.toFixed(0)} antes e ${handlersMs.toFixed(0)} no tratamento do toque`,
    )
}
