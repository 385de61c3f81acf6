import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'

/** The last entry: without it the file is not whole. It holds the sum over everything before it. */
const END = 'end.json'

export type Entry = { name: string; bytes: Uint8Array }

export class DamagedArchiveError extends Error {
  constructor(file: string, cause?: unknown) {
    super(`O backup ${file} está incompleto ou danificado; nada foi mudado.`, { cause })
  }
}

/**
 * Writes entries into a tar packed by Zstandard, which `tar --zstd -x` opens too. Only its owner may read it. It fails when the file
 * is there already, and has reached the disk when this resolves.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const { readable, controller } = createTarPacker()
  const zip = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const writing = pipeline(
    Readable.fromWeb(readable as never),
    zip,
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  )
  writing.catch((error) => controller.error(error))
  async function add({ name, bytes }: Entry) {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  const hash = createHash('sha256')
  const packing = (async () => {
    for await (const entry of entries) {
      note(hash, entry)
      await add(entry)
    }
    await add({ name: END, bytes: Buffer.from(JSON.stringify({ sha256: hash.digest('hex') })) })
    controller.finalize()
  })()
  packing.catch((error) => controller.error(error))
  await Promise.all([packing, writing])
  await flush(file)
}

/** Reads the entries back; throws DamagedArchiveError at the first doubt, at the latest after the last of them. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let sum: string | undefined
  try {
    const unzip = createZstdDecompress()
    // Its failure is the one that reading `unzip` ends with.
    pipeline(createReadStream(file), unzip).catch(() => {})
    const entries = ReadableStream.from(unzip).pipeThrough(createTarDecoder({ strict: true }) as never)
    for await (const { header, body } of entries as unknown as AsyncIterable<{
      header: { name: string }
      body: ReadableStream
    }>) {
      const entry = { name: header.name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
      if (entry.name === END) sum = JSON.parse(Buffer.from(entry.bytes).toString()).sha256
      else {
        note(hash, entry)
        yield entry
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`Não há arquivo ${file}.`)
    throw new DamagedArchiveError(file, error)
  }
  if (sum !== hash.digest('hex')) throw new DamagedArchiveError(file)
}

function note(hash: Hash, { name, bytes }: Entry) {
  hash.update(`${name}\0${bytes.length}\0`).update(bytes)
}

async function flush(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
