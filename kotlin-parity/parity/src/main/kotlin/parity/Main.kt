package io.github.cargokit.parity

import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import java.io.FileDescriptor
import java.io.FileInputStream
import java.io.FileOutputStream
import kotlinx.coroutines.runBlocking

/**
 * Answers each line of standard input on standard output, in order and without delay, until `stop` or the end of input.
 */
fun main(): Unit = runBlocking {
    val lines = LineReader(FileInputStream(FileDescriptor.`in`))
    // Unbuffered, so that each answer is written before the next line is read.
    val output = FileOutputStream(FileDescriptor.out)
    val runner = Runner()
    val writer = JSONWriter()
    while (lines.next()) {
        writer.clear()
        if (!runner.answer(lines.bytes, lines.start, lines.end, writer)) break
        writer.newLine()
        output.write(writer.toBytes())
    }
}
