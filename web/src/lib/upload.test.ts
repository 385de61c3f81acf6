import { expect, test } from 'vitest'
import { selectImageFiles } from './upload.ts'

const limit = { max: 6, message: 'Você pode adicionar no máximo 6 imagens.' }
const image = (name: string) => new File([Uint8Array.of(0xff, 0xd8, 0xff)], name, { type: 'image/jpeg' })
const text = (name: string) => new File(['oi'], name, { type: 'text/plain' })

test('the limit is the maximum [5.15]', async () => {
  const images = ['a.jpg', 'b.jpg', 'c.jpg'].map(image)
  const { accepted, problems } = await selectImageFiles(images, 4, limit)
  expect(accepted).toEqual(images.slice(0, 2))
  expect(problems).toEqual([{ text: limit.message }])
  expect((await selectImageFiles(images, 6, limit)).accepted).toEqual([])
})

test('each of several files that is no image is named, the others are accepted', async () => {
  const files = [text('lista.txt'), image('a.jpg'), text('preços.txt')]
  const { accepted, problems } = await selectImageFiles(files, 0, limit)
  expect(accepted).toEqual([files[1]])
  expect(problems).toEqual([
    { text: 'Por favor, selecione um arquivo de imagem válido.', fileName: 'lista.txt' },
    { text: 'Por favor, selecione um arquivo de imagem válido.', fileName: 'preços.txt' },
  ])
})

test('a single file needs no name', async () => {
  const { problems } = await selectImageFiles([text('lista.txt')], 0, limit)
  expect(problems).toEqual([{ text: 'Por favor, selecione um arquivo de imagem válido.' }])
})
