import { doublingQuoted } from "./quoted.js";

/**
 * The words travel as base64: before PowerShell 7.3 an empty argument is dropped and a quote inside one is mangled, and
 * on Windows they may pass a batch file. Without an answer PowerShell completes files by itself.
 */
export const powershellScript = (
  binary: string,
): string => `# PowerShell completion for ptywright; invoke it in $PROFILE
Register-ArgumentCompleter -Native -CommandName 'ptywright' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements |
        Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    $words += "$wordToComplete"
    $encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($words -join [char]0))

    $node = ${doublingQuoted(process.execPath)}
    $script = ${doublingQuoted(binary)}
    $lines = @(if ((Test-Path -LiteralPath $node) -and (Test-Path -LiteralPath $script)) {
        & $node $script __complete powershell $encoded 2>$null
    } else {
        & ptywright __complete powershell $encoded 2>$null
    })
    if ($lines.Count -eq 0 -or $lines[0] -ne 'words') { return }
    $lines | Select-Object -Skip 1 | ForEach-Object {
        $word, $help = $_ -split "\`t", 2
        if (-not $help) { $help = $word }
        [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $help)
    }
}
`;
